//! An `.obj` with its `.mtl` and its pictures as one `.glb`.

use super::glb::{Bin, buffers, media_type};
use super::{Beside, Converted, broken};
use crate::error::Result;
use crate::json::{Document, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tobj::{LoadError, LoadOptions, Material, Mesh, Model};

/// What is said of every such model.
const UNITS: &str = "An .obj has no unit: one of its units is taken as one metre.";

/// Makes an `.obj` into a `.glb`. Materials that are missing leave the model grey, and that is said.
///
/// # Errors
/// See [`super::model`].
pub fn obj(name: &str, bytes: &[u8], beside: Beside<'_>) -> Result<Converted> {
    let used = RefCell::new(Vec::new());
    let notes = RefCell::new(vec![UNITS.to_owned()]);
    let library = |path: &std::path::Path| {
        let part = path.to_string_lossy().into_owned();
        let Some(text) = beside(&part) else {
            notes.borrow_mut().push(format!("Its materials are in “{part}”, which is not beside it, so it comes in grey."));
            return Err(LoadError::OpenFileFailed);
        };
        used.borrow_mut().push(part);
        tobj::load_mtl_buf(&mut &*text)
    };
    let options = LoadOptions { triangulate: true, single_index: true, ignore_points: true, ignore_lines: true };
    // A reader's panic is its own fault, and must not take the program along.
    let read = catch_unwind(AssertUnwindSafe(|| tobj::load_obj_buf(&mut &*bytes, &options, library)));
    let (models, materials) =
        read.map_err(|_| broken(name, "its content confuses the reader"))?.map_err(|error| broken(name, error))?;
    let models: Vec<Model> = models.into_iter().filter(|model| !model.mesh.indices.is_empty()).collect();
    if models.is_empty() {
        return Err(broken(name, "it has no faces"));
    }
    let materials = materials.unwrap_or_default();
    let mut made = Making { name, bin: Bin::default(), views: Vec::new(), accessors: Vec::new(), images: Vec::new(), beside };
    let mut primitives: Vec<(String, Vec<Value>)> = Vec::new();
    for model in &models {
        let primitive = made.primitive(&model.mesh, materials.len())?;
        match primitives.last_mut().filter(|(last, _)| *last == model.name) {
            Some((_, list)) => list.push(primitive),
            None => primitives.push((model.name.clone(), vec![primitive])),
        }
    }
    let mut taken = FxHashMap::default();
    let materials =
        materials.iter().map(|material| made.material(material, &mut taken, &used, &notes)).collect::<Result<Vec<_>>>()?;
    let json = made.json(primitives, materials);
    let json = Document::new(json)?;
    Ok(Converted { glb: made.bin.finish(name, &json)?, used: used.into_inner(), notes: notes.into_inner() })
}

/// A model that is being made.
struct Making<'a> {
    name: &'a str,
    bin: Bin,
    views: Vec<Value>,
    accessors: Vec<Value>,
    images: Vec<Value>,
    beside: Beside<'a>,
}

const FLOAT: usize = 5126;
const UNSIGNED_INT: usize = 5125;

impl Making<'_> {
    fn view(&mut self, bytes: &[u8], target: Option<usize>) -> Result<usize> {
        let start = self.bin.add(self.name, bytes)?;
        let mut view = vec![("buffer", 0.into()), ("byteOffset", start.into()), ("byteLength", bytes.len().into())];
        view.extend(target.map(|target| ("target", target.into())));
        self.views.push(Value::object(view));
        Ok(self.views.len() - 1)
    }

    fn floats(&mut self, numbers: &[f32], of: (&str, usize), bounds: bool) -> Result<usize> {
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(broken(self.name, "it has a number that is none"));
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(34962))?;
        let (kind, each) = of;
        let mut accessor = vec![
            ("bufferView", view.into()),
            ("componentType", FLOAT.into()),
            ("count", (numbers.len() / each).into()),
            ("type", kind.into()),
        ];
        if bounds {
            let side = |pick: fn(f32, f32) -> f32| {
                let at = |axis: usize| numbers.iter().skip(axis).step_by(each).copied().reduce(pick).unwrap_or(0.0);
                Value::array((0..each).map(|axis| f64::from(at(axis))))
            };
            accessor.extend([("min", side(f32::min)), ("max", side(f32::max))]);
        }
        self.accessors.push(Value::object(accessor));
        Ok(self.accessors.len() - 1)
    }

    fn primitive(&mut self, mesh: &Mesh, materials: usize) -> Result<Value> {
        let count = mesh.positions.len() / 3;
        if mesh.indices.iter().any(|index| *index as usize >= count) {
            return Err(broken(self.name, "a face names a point that is not there"));
        }
        let mut attributes = vec![("POSITION", Value::from(self.floats(&mesh.positions, ("VEC3", 3), true)?))];
        if mesh.normals.len() == count * 3 {
            attributes.push(("NORMAL", self.floats(&unit(&mesh.normals), ("VEC3", 3), false)?.into()));
        }
        if mesh.texcoords.len() == count * 2 {
            // Pictures begin at the top here, at the bottom there.
            let turned: Vec<f32> = mesh.texcoords.chunks_exact(2).flat_map(|uv| [uv[0], 1.0 - uv[1]]).collect();
            attributes.push(("TEXCOORD_0", self.floats(&turned, ("VEC2", 2), false)?.into()));
        }
        let bytes: Vec<u8> = mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(34963))?;
        self.accessors.push(Value::object([
            ("bufferView", Value::from(view)),
            ("componentType", UNSIGNED_INT.into()),
            ("count", mesh.indices.len().into()),
            ("type", "SCALAR".into()),
        ]));
        let mut primitive = vec![("attributes", Value::object(attributes)), ("indices", (self.accessors.len() - 1).into())];
        primitive.extend(mesh.material_id.filter(|id| *id < materials).map(|id| ("material", id.into())));
        Ok(Value::object(primitive))
    }

    fn material(
        &mut self,
        material: &Material,
        taken: &mut FxHashMap<String, usize>,
        used: &RefCell<Vec<String>>,
        notes: &RefCell<Vec<String>>,
    ) -> Result<Value> {
        let part = |color: [f32; 3]| color.map(|part| f64::from(part.clamp(0.0, 1.0)));
        let alpha = f64::from(material.dissolve.unwrap_or(1.0).clamp(0.0, 1.0));
        let [r, g, b] = material.diffuse.map_or([0.8; 3], part);
        // How sharp a highlight is, the usual way from one to the other.
        let roughness = material.shininess.map_or(0.8, |sharp| (2.0 / (f64::from(sharp.max(0.0)) + 2.0)).sqrt().clamp(0.05, 1.0));
        let mut surface = vec![
            ("baseColorFactor", Value::array([r, g, b, alpha])),
            ("metallicFactor", 0.0.into()),
            ("roughnessFactor", ((roughness * 1000.0).round() / 1000.0).into()),
        ];
        if let Some(texture) = self.texture(material.diffuse_texture.as_deref(), taken, used, notes)? {
            surface[0].1 = Value::array([1.0, 1.0, 1.0, alpha]);
            surface.push(("baseColorTexture", texture));
        }
        let mut all = vec![("name", Value::from(material.name.as_str())), ("pbrMetallicRoughness", Value::object(surface))];
        if let Some(texture) = self.texture(material.normal_texture.as_deref(), taken, used, notes)? {
            all.push(("normalTexture", texture));
        }
        let glow = material.emissive.map(part).filter(|color| color.iter().any(|part| *part > 0.0));
        all.extend(glow.map(|color| ("emissiveFactor", Value::array(color))));
        if alpha < 1.0 {
            all.push(("alphaMode", "BLEND".into()));
        }
        Ok(Value::object(all))
    }

    /// A picture that a material names; options before its name are passed over.
    fn texture(
        &mut self,
        named: Option<&str>,
        taken: &mut FxHashMap<String, usize>,
        used: &RefCell<Vec<String>>,
        notes: &RefCell<Vec<String>>,
    ) -> Result<Option<Value>> {
        let Some(named) = named.map(str::trim).filter(|named| !named.is_empty()) else { return Ok(None) };
        if let Some(index) = taken.get(named) {
            return Ok(Some(Value::object([("index", Value::from(*index))])));
        }
        let last = if named.starts_with('-') { named.rsplit(' ').next().unwrap_or(named) } else { named };
        let found = [named, last].into_iter().find_map(|part| Some((part, (self.beside)(part)?)));
        let picture = found.and_then(|(part, bytes)| Some((part, media_type(&bytes)?, bytes)));
        let Some((part, kind, bytes)) = picture else {
            notes.borrow_mut().push(format!("Its picture “{last}” is not beside it or is no PNG or JPEG, so it is left out."));
            return Ok(None);
        };
        let view = self.view(&bytes, None)?;
        self.images.push(Value::object([("bufferView", Value::from(view)), ("mimeType", kind.into())]));
        used.borrow_mut().push(part.to_owned());
        let index = self.images.len() - 1;
        taken.insert(named.to_owned(), index);
        Ok(Some(Value::object([("index", Value::from(index))])))
    }

    fn json(&mut self, primitives: Vec<(String, Vec<Value>)>, materials: Vec<Value>) -> Value {
        let named = |name: &str, rest: (&str, Value)| {
            let name = (!name.is_empty()).then(|| ("name".to_owned(), Value::from(name)));
            Value::Object(name.into_iter().chain([(rest.0.to_owned(), rest.1)]).collect())
        };
        let count = primitives.len();
        let nodes = primitives.iter().enumerate().map(|(index, (name, _))| named(name, ("mesh", index.into()))).collect();
        let meshes = primitives.into_iter().map(|(name, list)| named(&name, ("primitives", Value::Array(list)))).collect();
        let textures: Vec<Value> = (0..self.images.len()).map(|index| Value::object([("source", Value::from(index))])).collect();
        let scene = Value::object([("nodes", Value::array(0..count))]);
        let mut all = vec![
            (
                "asset",
                Value::object([("version", "2.0"), ("generator", "Tablewright")].map(|(key, text)| (key, Value::from(text)))),
            ),
            ("scene", 0.into()),
            ("scenes", Value::Array(vec![scene])),
            ("nodes", Value::Array(nodes)),
            ("meshes", Value::Array(meshes)),
        ];
        let lists = [
            ("materials", materials),
            ("textures", textures),
            ("images", std::mem::take(&mut self.images)),
            ("accessors", std::mem::take(&mut self.accessors)),
            ("bufferViews", std::mem::take(&mut self.views)),
        ];
        // glTF knows no empty lists.
        all.extend(lists.into_iter().filter(|(_, list)| !list.is_empty()).map(|(key, list)| (key, Value::Array(list))));
        all.push(("buffers", buffers(&self.bin)));
        Value::object(all)
    }
}

/// Directions of length 1, which glTF asks for; one of length 0 points up.
fn unit(normals: &[f32]) -> Vec<f32> {
    let one = |normal: &[f32]| {
        let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
        if length.is_finite() && length > 1e-12 {
            [normal[0] / length, normal[1] / length, normal[2] / length]
        } else {
            [0.0, 1.0, 0.0]
        }
    };
    normals.chunks_exact(3).flat_map(one).collect()
}
