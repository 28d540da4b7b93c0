//! Draws a [`SceneModel`] into any render target: the window's, a picture's, a test's.
//!
//! What is uploaded is kept and keyed by what it was made from: shapes once, a scene's instances by the model's
//! fingerprint, the drag's preview and the assets' generation, the shadow map with them, the finished picture by all of
//! that and the camera. A frame in which nothing changed copies the finished picture and uploads nothing
//! ([`Stats`] counts it).

mod still;

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};

use egui::Color32;
use rustc_hash::FxHasher;
use tablewright_core::{Error, ErrorKind, Result};
use three_d::{
    Blend, ClearState, Context, CoreError, CpuTexture, Cull, DepthTest, DepthTexture2D, ElementBuffer, InnerSpace,
    InstanceBuffer, Interpolation, Mat4, Mipmap, Program, RenderStates, RenderTarget, RenderTargetMultisample, ScissorBox,
    Texture2D, TextureData, Transform, Vec2, Vec3, Vec4, VertexBuffer, Viewport, Wrapping, WriteMask, ortho, vec2, vec3, vec4,
};

use super::assets::{Arrived, AssetProblem, Assets, Picture};
use super::camera::Camera;
use super::draw_list::{self, Batch, FLOOR_REACH, Instance, Marks, Pass, Preview, TEXTURES_A_DRAW, rgb};
use super::math::Bounds;
use super::model::{Entity, SceneModel};
use super::parts::{MeshId, TextureId};
use super::shapes::{self, Triangles};

/// The viewport's colours (look.md, section 2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Behind everything.
    pub background: Color32,
    /// How much the floor's lines differ from the background: positive lighter, negative darker, 0 to 1.
    pub floor_lines: f32,
    /// The selection's outline.
    pub selection: Color32,
}

impl Style {
    /// The dark theme's.
    pub const DARK: Self = Self {
        background: Color32::from_rgb(0x24, 0x26, 0x2b),
        floor_lines: 0.035,
        selection: Color32::from_rgb(0x6a, 0xa3, 0xf8),
    };
    /// The light theme's.
    pub const LIGHT: Self = Self {
        background: Color32::from_rgb(0xc6, 0xc9, 0xcf),
        floor_lines: -0.05,
        selection: Color32::from_rgb(0x6a, 0xa3, 0xf8),
    };

    /// The theme's.
    pub fn of(dark: bool) -> Self {
        if dark { Self::DARK } else { Self::LIGHT }
    }
}

/// One picture to draw.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// What is drawn.
    pub model: &'a SceneModel,
    /// From where.
    pub camera: Camera,
    /// In which colours.
    pub style: Style,
    /// Pixels in a point; lines keep their width.
    pub scale: f32,
    /// Ids of the selected pieces.
    pub selection: &'a [String],
    /// Id of the piece under the pointer.
    pub hovered: Option<&'a str>,
    /// Where dragged pieces are for now.
    pub preview: &'a Preview,
    /// Which helpers are drawn.
    pub marks: Marks,
}

impl<'a> Frame<'a> {
    /// A scene seen by `camera`, with nothing selected.
    pub fn new(model: &'a SceneModel, camera: Camera, style: Style, preview: &'a Preview) -> Self {
        Self { model, camera, style, scale: 1.0, selection: &[], hovered: None, preview, marks: Marks::default() }
    }
}

/// What the last [`Renderer::draw`] cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Draw calls, those of the shadow map and the outlines included.
    pub draw_calls: u32,
    /// Buffers and textures that were filled.
    pub uploads: u32,
    /// How many bytes they took.
    pub upload_bytes: u64,
}

/// Which view a draw belongs to: each keeps its own instances, shadow and finished picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ViewId(pub u64);

struct GpuMesh {
    base: VertexBuffer<Vec3>,
    offset: VertexBuffer<Vec3>,
    normal: VertexBuffer<Vec3>,
    uv: VertexBuffer<Vec2>,
    indices: ElementBuffer<u32>,
}

struct GpuBatch {
    pass: Pass,
    mesh: MeshId,
    textures: Vec<TextureId>,
    /// place, turn, extent, paint, tint, extra, window.
    buffers: [InstanceBuffer<Vec4>; 7],
    count: u32,
}

const ATTRIBUTES: [&str; 7] = ["place", "turn", "extent", "paint", "tint", "extra", "window"];
const SAMPLERS: [&str; TEXTURES_A_DRAW] =
    ["texture0", "texture1", "texture2", "texture3", "texture4", "texture5", "texture6", "texture7"];
const SHADOW_SIDE: u32 = 2048;
const SAMPLES: u32 = 4;

struct Pictures {
    size: (u32, u32),
    scene: RenderTargetMultisample<[u8; 4], f32>,
    finished: Texture2D,
    mask: Texture2D,
    /// Of the mask: of two outlined pieces the nearer one has the line.
    mask_depth: DepthTexture2D,
}

/// What is uploaded of a scene. Views that show the same one share it.
struct Placed {
    key: u64,
    batches: Vec<GpuBatch>,
    shadow: DepthTexture2D,
    shadow_matrix: Mat4,
}

#[derive(Default)]
struct View {
    scene: Option<Arc<Placed>>,
    outline_key: u64,
    outlines: Vec<Outline>,
    picture_key: u64,
    pictures: Option<Pictures>,
}

/// A line around some pieces.
struct Outline {
    batches: Vec<GpuBatch>,
    bounds: Bounds,
    width: f32,
    halo: f32,
    dashed: bool,
}

/// The renderer: programs, shapes, textures and models shared by all views, and what each view keeps.
pub struct Renderer {
    context: Context,
    pieces: Program,
    depth: Program,
    mask: Program,
    outline: Program,
    copy: Program,
    white: Texture2D,
    /// One triangle that covers the viewport.
    screen: VertexBuffer<Vec2>,
    meshes: HashMap<MeshId, GpuMesh>,
    textures: HashMap<TextureId, Texture2D>,
    views: HashMap<ViewId, View>,
    stills: still::Stills,
    assets: Assets,
    stats: Stats,
    total: Stats,
    draw_calls: Cell<u32>,
    failure: Option<String>,
}

/// Where the light comes from, towards it: over the left shoulder.
fn light() -> Vec3 {
    vec3(-0.52, 1.0, 0.34).normalize()
}

impl Renderer {
    /// Compiles the shaders on the current context. Fails where it is older than OpenGL 3.3 or OpenGL ES 3.0.
    pub fn new(context: &Context, assets: Assets) -> Result<Self> {
        let piece = include_str!("shaders/piece.vert");
        let screen = include_str!("shaders/screen.vert");
        let program = |vertex: &str, fragment: &str| {
            Program::from_source(context, vertex, fragment).map_err(|e| {
                Error::new(ErrorKind::Refused, format!("The scene can't be drawn on this graphics driver: {e}"))
                    .hint("Update the driver, or start with LIBGL_ALWAYS_SOFTWARE=1.")
                    .because(e)
            })
        };
        let white =
            CpuTexture { data: TextureData::RgbaU8(vec![[255; 4]]), width: 1, height: 1, mipmap: None, ..CpuTexture::default() };
        Ok(Self {
            context: context.clone(),
            pieces: program(piece, include_str!("shaders/piece.frag"))?,
            depth: program(piece, include_str!("shaders/depth.frag"))?,
            mask: program(piece, include_str!("shaders/mask.frag"))?,
            outline: program(screen, include_str!("shaders/outline.frag"))?,
            copy: program(screen, include_str!("shaders/copy.frag"))?,
            white: Texture2D::new(context, &white),
            screen: VertexBuffer::new_with_data(context, &[vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0)]),
            meshes: HashMap::new(),
            textures: HashMap::new(),
            views: HashMap::new(),
            stills: still::Stills::default(),
            assets,
            stats: Stats::default(),
            total: Stats::default(),
            draw_calls: Cell::new(0),
            failure: None,
        })
    }

    /// The textures and models.
    pub fn assets(&mut self) -> &mut Assets {
        &mut self.assets
    }

    /// The context that it draws with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Keeps why a draw failed inside a paint callback, where nobody can be told; the view says it in the next frame.
    pub(super) fn set_failure(&mut self, why: String) {
        self.failure = Some(why);
    }

    /// What [`Renderer::set_failure`] kept.
    pub(super) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    /// What the last draw cost.
    pub fn stats(&self) -> Stats {
        Stats { draw_calls: self.draw_calls.get(), ..self.stats }
    }

    /// What all draws cost so far, those of all views together. The counts begin anew when they are full.
    pub fn total(&self) -> Stats {
        self.total
    }

    /// Lets go of what a view that is closed has kept.
    pub fn forget(&mut self, view: ViewId) {
        self.views.remove(&view);
    }

    /// What can't be shown of `model`: what was seen while reading it, and its assets that are missing or broken.
    pub fn problems(&self, model: &SceneModel) -> Vec<AssetProblem> {
        let used: std::collections::HashSet<&str> = model.asset_paths().map(|p| &**p).collect();
        let mut all = model.problems.clone();
        all.extend(self.assets.problems().into_iter().filter(|p| used.contains(p.path.as_str())));
        all.sort();
        all.dedup();
        all
    }

    /// Draws `frame` into `viewport` of `target`, within `clip` (both in pixels from the target's lower left corner).
    ///
    /// Leaves framebuffer bindings other than the target's to the caller; inside an egui paint callback, bind them again.
    pub fn draw(
        &mut self,
        target: &RenderTarget<'_>,
        viewport: Viewport,
        clip: ScissorBox,
        view: ViewId,
        frame: &Frame<'_>,
    ) -> Result<()> {
        self.stats = Stats::default();
        self.draw_calls.set(0);
        if viewport.width == 0 || viewport.height == 0 {
            return Ok(());
        }
        let mut own = self.views.remove(&view).unwrap_or_default();
        let drawn = self.prepare(&mut own, frame, (viewport.width, viewport.height)).and_then(|()| {
            let Some(pictures) = &own.pictures else { return Ok(()) };
            self.copy_to(target, viewport, clip, &pictures.finished)
        });
        self.views.insert(view, own);
        let Stats { draw_calls, uploads, upload_bytes } = self.stats();
        self.total.draw_calls = self.total.draw_calls.wrapping_add(draw_calls);
        self.total.uploads = self.total.uploads.wrapping_add(uploads);
        self.total.upload_bytes = self.total.upload_bytes.wrapping_add(upload_bytes);
        drawn.map_err(undrawable)
    }

    /// Brings the view's finished picture up to date.
    fn prepare(&mut self, view: &mut View, frame: &Frame<'_>, size: (u32, u32)) -> Result<(), CoreError> {
        self.assets.set_root(&frame.model.root);
        self.assets.poll();
        self.upload_arrived();
        let scene_key = self.place(view, frame)?;
        let outline_key = outline_key(scene_key, frame);
        if view.outline_key != outline_key {
            view.outlines = self.outlines(frame);
            view.outline_key = outline_key;
        }
        let picture_key = picture_key(outline_key, frame, size);
        if view.picture_key != picture_key || view.pictures.is_none() {
            self.draw_picture(view, frame, size)?;
            view.picture_key = picture_key;
        }
        Ok(())
    }

    /// Brings what is uploaded of the view's scene up to date, and gives its key.
    fn place(&mut self, view: &mut View, frame: &Frame<'_>) -> Result<u64, CoreError> {
        let key = self.scene_key(frame);
        if let Some(placed) = view.scene.as_ref().filter(|placed| placed.key == key) {
            return Ok(placed.key);
        }
        let others = self.views.values().filter_map(|view| view.scene.as_ref());
        if let Some(same) = others.into_iter().find(|placed| placed.key == key) {
            view.scene = Some(Arc::clone(same));
            return Ok(key);
        }
        // A shadow map that nobody else uses is drawn over: a drag changes the scene every frame.
        let shadow = view.scene.take().and_then(Arc::into_inner).map(|placed| placed.shadow);
        let shadow = shadow.unwrap_or_else(|| {
            let clamp = Wrapping::ClampToEdge;
            DepthTexture2D::new::<f32>(&self.context, SHADOW_SIDE, SHADOW_SIDE, clamp, clamp)
        });
        let (list, bounds) = draw_list::scene(frame.model, frame.preview, frame.marks, &mut self.assets);
        // Building the list may have read assets at once.
        self.upload_arrived();
        let batches = self.upload(&list);
        let shadow_matrix = shadow_matrix(&bounds, frame.model.table.floor);
        let mut placed = Placed { key: self.scene_key(frame), batches, shadow, shadow_matrix };
        self.draw_shadow(&mut placed)?;
        let key = placed.key;
        view.scene = Some(Arc::new(placed));
        Ok(key)
    }

    fn scene_key(&self, frame: &Frame<'_>) -> u64 {
        let mut h = FxHasher::default();
        (frame.model.fingerprint(), self.assets.generation(), frame.marks).hash(&mut h);
        let mut moved: Vec<_> = frame.preview.iter().collect();
        moved.sort_by_key(|(id, _)| id.as_str());
        for (id, at) in moved {
            id.hash(&mut h);
            for v in [at.position.x, at.position.y, at.position.z, at.turn.s, at.turn.v.x, at.turn.v.y, at.turn.v.z] {
                v.to_bits().hash(&mut h);
            }
        }
        h.finish()
    }

    fn upload_arrived(&mut self) {
        for arrived in self.assets.take_arrived() {
            match arrived {
                Arrived::Picture(id, picture) => {
                    let texture = self.upload_picture(picture);
                    self.textures.insert(id, texture);
                }
                Arrived::Model(path, parts) => {
                    for (i, triangles) in parts.iter().enumerate() {
                        let mesh = self.upload_mesh(triangles);
                        self.meshes.insert(MeshId::Model(Arc::clone(&path), i as u32), mesh);
                    }
                }
                Arrived::Gone(path) => {
                    self.meshes.retain(|id, _| !matches!(id, MeshId::Model(p, _) if *p == path));
                    self.textures.retain(|id, _| match id {
                        TextureId::File(p) | TextureId::InModel(p, _) => *p != path,
                    });
                }
            }
        }
    }

    fn count_upload(&mut self, bytes: usize) {
        self.stats.uploads += 1;
        self.stats.upload_bytes += bytes as u64;
    }

    fn upload_picture(&mut self, picture: Picture) -> Texture2D {
        self.count_upload(picture.pixels.len() * 4);
        let cpu = CpuTexture {
            data: TextureData::RgbaU8(picture.pixels),
            width: picture.width,
            height: picture.height,
            min_filter: Interpolation::Linear,
            mag_filter: Interpolation::Linear,
            mipmap: Some(Mipmap::default()),
            wrap_s: Wrapping::Repeat,
            wrap_t: Wrapping::Repeat,
            ..CpuTexture::default()
        };
        Texture2D::new(&self.context, &cpu)
    }

    fn upload_mesh(&mut self, t: &Triangles) -> GpuMesh {
        self.count_upload(t.base.len() * 44 + t.indices.len() * 4);
        GpuMesh {
            base: VertexBuffer::new_with_data(&self.context, &t.base),
            offset: VertexBuffer::new_with_data(&self.context, &t.offset),
            normal: VertexBuffer::new_with_data(&self.context, &t.normal),
            uv: VertexBuffer::new_with_data(&self.context, &t.uv),
            indices: ElementBuffer::new_with_data(&self.context, &t.indices),
        }
    }

    fn upload(&mut self, list: &[Batch]) -> Vec<GpuBatch> {
        list.iter().map(|batch| self.upload_batch(batch)).collect()
    }

    fn upload_batch(&mut self, batch: &Batch) -> GpuBatch {
        if let MeshId::Shape(shape) = batch.mesh
            && !self.meshes.contains_key(&batch.mesh)
        {
            let mesh = self.upload_mesh(&shapes::triangles(shape));
            self.meshes.insert(batch.mesh.clone(), mesh);
        }
        self.count_upload(batch.instances.len() * size_of::<Instance>());
        let column = |pick: fn(&Instance) -> Vec4| {
            let data: Vec<Vec4> = batch.instances.iter().map(pick).collect();
            InstanceBuffer::new_with_data(&self.context, &data)
        };
        GpuBatch {
            pass: batch.pass,
            mesh: batch.mesh.clone(),
            textures: batch.textures.clone(),
            buffers: [
                column(|i| i.place),
                column(|i| i.turn),
                column(|i| i.extent),
                column(|i| i.paint),
                column(|i| i.tint),
                column(|i| i.extra),
                column(|i| i.window),
            ],
            count: batch.instances.len() as u32,
        }
    }

    fn outlines(&mut self, frame: &Frame<'_>) -> Vec<Outline> {
        let selected = |e: &Entity| frame.selection.contains(&e.id);
        let hovered = |e: &Entity| frame.hovered == Some(e.id.as_str()) && !selected(e);
        let hue = frame.style.selection;
        let kinds: [(&dyn Fn(&Entity) -> Option<Color32>, f32, f32, bool); 4] = [
            (&|e| e.ghost.then(|| e.tint.map_or(Color32::WHITE, |t| t.color)), 1.5, 0.0, true),
            (&|e| e.tint.filter(|_| !e.ghost && !selected(e)).map(|t| t.color), 2.0, 0.0, false),
            (&|e| hovered(e).then_some(Color32::from_gray(0xe8)), 1.25, 0.25, false),
            (&|e| selected(e).then_some(hue), 2.0, 0.45, false),
        ];
        let mut all = Vec::new();
        for (wanted, width, halo, dashed) in kinds {
            let (list, bounds) = draw_list::outlined(frame.model, frame.preview, wanted, &mut self.assets);
            if !list.is_empty() {
                let batches = self.upload(&list);
                all.push(Outline { batches, bounds, width, halo, dashed });
            }
        }
        all
    }
}

fn undrawable(error: CoreError) -> Error {
    Error::new(ErrorKind::Refused, format!("The scene couldn't be drawn: {error}")).because(error)
}

fn outline_key(scene_key: u64, frame: &Frame<'_>) -> u64 {
    let mut h = FxHasher::default();
    (scene_key, frame.selection, frame.hovered, frame.style.selection).hash(&mut h);
    h.finish() | 1
}

fn picture_key(outline_key: u64, frame: &Frame<'_>, size: (u32, u32)) -> u64 {
    let mut h = FxHasher::default();
    let c = frame.camera;
    (outline_key, size, frame.style.background, c.orthographic).hash(&mut h);
    for v in [c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, frame.scale, frame.style.floor_lines] {
        v.to_bits().hash(&mut h);
    }
    h.finish() | 1
}

/// World to shadow map (0 to 1 on each axis), so that all casters fit; the far end reaches the floor.
fn shadow_matrix(casters: &Bounds, floor: f32) -> Mat4 {
    let mut bounds = *casters;
    if bounds.is_empty() {
        bounds.add(vec3(0.0, 0.0, 0.0));
    }
    // What stands far outside (a piece parked in the room) must not coarsen the shadows on the table.
    let limit = |v: f32| v.clamp(-12.0, 12.0);
    bounds.min = vec3(limit(bounds.min.x), bounds.min.y.max(floor - 4.0), limit(bounds.min.z));
    bounds.max = vec3(limit(bounds.max.x), bounds.max.y.min(bounds.min.y + 16.0), limit(bounds.max.z));
    let back = light();
    let right = vec3(0.0, 1.0, 0.0).cross(back).normalize();
    let up = back.cross(right);
    let view = Mat4::from_cols(
        vec4(right.x, up.x, back.x, 0.0),
        vec4(right.y, up.y, back.y, 0.0),
        vec4(right.z, up.z, back.z, 0.0),
        vec4(0.0, 0.0, 0.0, 1.0),
    );
    let (mut low, mut high) = (vec3(f32::MAX, f32::MAX, f32::MAX), vec3(f32::MIN, f32::MIN, f32::MIN));
    for i in 0..8 {
        let pick = |bit: usize, axis: usize| if i >> bit & 1 == 1 { bounds.max[axis] } else { bounds.min[axis] };
        let p = view.transform_point(three_d::Point3::new(pick(0, 0), pick(1, 1), pick(2, 2)));
        low = vec3(low.x.min(p.x), low.y.min(p.y), low.z.min(p.z));
        high = vec3(high.x.max(p.x), high.y.max(p.y), high.z.max(p.z));
    }
    // From the highest caster along the light down to the floor under the lowest.
    let depth = (bounds.max.y - floor).max(1.0) / back.y;
    let projection = ortho(low.x - 0.05, high.x + 0.05, low.y - 0.05, high.y + 0.05, -high.z - 0.1, -low.z + depth + 0.1);
    Mat4::from_translation(vec3(0.5, 0.5, 0.5)) * Mat4::from_scale(0.5) * projection * view
}

/// Drawing proper: nothing here uploads or decides what is kept.
impl Renderer {
    fn draw_batch(&self, program: &Program, batch: &GpuBatch, states: RenderStates, viewport: Viewport) {
        let Some(mesh) = self.meshes.get(&batch.mesh) else { return };
        let vertex = [("base", &mesh.base), ("offset", &mesh.offset), ("normal", &mesh.normal)];
        // A shader that needs less than all of it has the rest taken out by the driver, and three-d refuses to set it.
        for (name, buffer) in vertex {
            if program.requires_attribute(name) {
                program.use_vertex_attribute(name, buffer);
            }
        }
        if program.requires_attribute("uv") {
            program.use_vertex_attribute("uv", &mesh.uv);
        }
        for (name, buffer) in ATTRIBUTES.iter().zip(&batch.buffers) {
            if program.requires_attribute(name) {
                program.use_instance_attribute(name, buffer);
            }
        }
        program.draw_elements_instanced(states, viewport, &mesh.indices, batch.count);
        self.draw_calls.set(self.draw_calls.get() + 1);
    }

    fn draw_screen(&self, program: &Program, states: RenderStates, viewport: Viewport) {
        program.use_vertex_attribute("corner", &self.screen);
        program.draw_arrays(states, viewport, 3);
        self.draw_calls.set(self.draw_calls.get() + 1);
    }

    fn draw_shadow(&self, placed: &mut Placed) -> Result<(), CoreError> {
        let to_clip = Mat4::from_translation(vec3(-1.0, -1.0, -1.0)) * Mat4::from_scale(2.0) * placed.shadow_matrix;
        let viewport = Viewport::new_at_origo(SHADOW_SIDE, SHADOW_SIDE);
        let states = RenderStates { write_mask: WriteMask::DEPTH, ..RenderStates::default() };
        let Placed { shadow, batches, .. } = placed;
        let target = shadow.as_depth_target();
        target.clear(ClearState::depth(1.0)).write::<CoreError>(|| {
            self.depth.use_uniform("view_projection", to_clip);
            for batch in batches.iter().filter(|b| b.pass == Pass::Solid) {
                self.draw_batch(&self.depth, batch, states, viewport);
            }
            Ok(())
        })?;
        Ok(())
    }

    fn draw_picture(&self, view: &mut View, frame: &Frame<'_>, size: (u32, u32)) -> Result<(), CoreError> {
        if view.pictures.as_ref().is_none_or(|p| p.size != size) {
            view.pictures = Some(self.new_pictures(size));
        }
        let View { scene: Some(placed), outlines, pictures: Some(pictures), .. } = view else { return Ok(()) };
        let Placed { batches, shadow, shadow_matrix, .. } = &**placed;
        let aspect = size.0 as f32 / size.1 as f32;
        let view_projection = frame.camera.view_projection(aspect);
        let [r, g, b] = rgb(frame.style.background);
        let viewport = Viewport::new_at_origo(size.0, size.1);
        pictures.scene.clear(ClearState::color_and_depth(r, g, b, 1.0, 1.0)).write::<CoreError>(|| {
            let p = &self.pieces;
            p.use_uniform("view_projection", view_projection);
            p.use_uniform("eye", frame.camera.eye());
            p.use_uniform("light", light());
            p.use_uniform("shadow_matrix", *shadow_matrix);
            p.use_depth_texture("shadow_map", shadow);
            p.use_uniform("shadow_texel", 1.0 / SHADOW_SIDE as f32);
            p.use_uniform("background", vec3(r, g, b));
            p.use_uniform("floor_area", vec4(0.0, 0.0, FLOOR_REACH, frame.style.floor_lines));
            for batch in batches {
                self.use_textures(&batch.textures);
                self.draw_batch(p, batch, states_of(batch.pass), viewport);
            }
            Ok(())
        })?;
        pictures.scene.resolve_color_to(&pictures.finished.as_color_target(None));
        for outline in outlines.iter() {
            self.draw_outline(pictures, outline, frame, view_projection)?;
        }
        Ok(())
    }

    fn new_pictures(&self, size: (u32, u32)) -> Pictures {
        let texture = |mipmap| {
            let clamp = Wrapping::ClampToEdge;
            let linear = Interpolation::Linear;
            Texture2D::new_empty::<[u8; 4]>(&self.context, size.0, size.1, linear, linear, mipmap, clamp, clamp)
        };
        let scene = RenderTargetMultisample::new(&self.context, size.0, size.1, SAMPLES);
        let clamp = Wrapping::ClampToEdge;
        let mask_depth = DepthTexture2D::new::<f32>(&self.context, size.0, size.1, clamp, clamp);
        Pictures { size, scene, finished: texture(None), mask: texture(Some(Mipmap::default())), mask_depth }
    }

    fn use_textures(&self, textures: &[TextureId]) {
        for (i, name) in SAMPLERS.iter().enumerate() {
            let texture = textures.get(i).and_then(|id| self.textures.get(id)).unwrap_or(&self.white);
            self.pieces.use_texture(name, texture);
        }
    }

    /// Marks the pieces in the mask, then draws a line around the mask, both only where the pieces are.
    fn draw_outline(
        &self,
        pictures: &mut Pictures,
        outline: &Outline,
        frame: &Frame<'_>,
        view_projection: Mat4,
    ) -> Result<(), CoreError> {
        let (width, height) = pictures.size;
        let line = outline.width * frame.scale;
        let margin = line * 2.0 + 2.0;
        let sight = |margin| screen_area(&outline.bounds, view_projection, pictures.size, margin);
        // The line looks for the mask beyond its own area, where the mask of another outline may still stand.
        let (Some(area), Some(cleared)) = (sight(margin), sight(margin * 2.0)) else {
            return Ok(());
        };
        let viewport = Viewport::new_at_origo(width, height);
        let flat = RenderStates {
            depth_test: DepthTest::Always,
            write_mask: WriteMask::COLOR,
            cull: Cull::None,
            blend: Blend::Disabled,
        };
        let nearest = RenderStates { depth_test: DepthTest::LessOrEqual, write_mask: WriteMask::COLOR_AND_DEPTH, ..flat };
        let mask = RenderTarget::new(pictures.mask.as_color_target(None), pictures.mask_depth.as_depth_target());
        let nothing = ClearState::color_and_depth(0.0, 0.0, 0.0, 0.0, 1.0);
        mask.clear_partially(cleared, nothing).write_partially::<CoreError>(cleared, || {
            self.mask.use_uniform("view_projection", view_projection);
            for batch in &outline.batches {
                self.draw_batch(&self.mask, batch, nearest, viewport);
            }
            Ok(())
        })?;
        let states = RenderStates { blend: Blend::TRANSPARENCY, ..flat };
        pictures.finished.as_color_target(None).write_partially::<CoreError>(area, || {
            self.outline.use_texture("mask", &pictures.mask);
            self.outline.use_uniform("texel", vec2(1.0 / width as f32, 1.0 / height as f32));
            self.outline.use_uniform("width", line);
            self.outline.use_uniform("halo", outline.halo);
            self.outline.use_uniform("lod", (line * 2.0 + 1.0).log2().ceil());
            self.outline.use_uniform("dashed", if outline.dashed { frame.scale } else { 0.0 });
            self.draw_screen(&self.outline, states, viewport);
            Ok(())
        })?;
        Ok(())
    }

    fn copy_to(
        &self,
        target: &RenderTarget<'_>,
        viewport: Viewport,
        clip: ScissorBox,
        picture: &Texture2D,
    ) -> Result<(), CoreError> {
        let states = RenderStates { depth_test: DepthTest::Always, write_mask: WriteMask::COLOR, ..RenderStates::default() };
        target.write_partially::<CoreError>(clip, || {
            self.copy.use_texture("picture", picture);
            self.draw_screen(&self.copy, states, viewport);
            Ok(())
        })?;
        Ok(())
    }
}

fn states_of(pass: Pass) -> RenderStates {
    let see_through = RenderStates {
        depth_test: DepthTest::LessOrEqual,
        write_mask: WriteMask::COLOR,
        blend: Blend::TRANSPARENCY,
        cull: Cull::None,
    };
    match pass {
        Pass::Solid | Pass::Ground => RenderStates::default(),
        Pass::Mark | Pass::Ghost => see_through,
    }
}

/// The pixels that `bounds` covers, with a margin; none when it is out of sight. All of them when it reaches behind the
/// eye.
fn screen_area(bounds: &Bounds, view_projection: Mat4, size: (u32, u32), margin: f32) -> Option<ScissorBox> {
    let (mut low, mut high) = (vec2(f32::MAX, f32::MAX), vec2(f32::MIN, f32::MIN));
    for i in 0..8 {
        let pick = |bit: usize, axis: usize| if i >> bit & 1 == 1 { bounds.max[axis] } else { bounds.min[axis] };
        let clip = view_projection * vec4(pick(0, 0), pick(1, 1), pick(2, 2), 1.0);
        if clip.w <= 1e-3 {
            return Some(ScissorBox::new_at_origo(size.0, size.1));
        }
        let p = vec2((clip.x / clip.w * 0.5 + 0.5) * size.0 as f32, (clip.y / clip.w * 0.5 + 0.5) * size.1 as f32);
        low = vec2(low.x.min(p.x), low.y.min(p.y));
        high = vec2(high.x.max(p.x), high.y.max(p.y));
    }
    let edge = |v: f32, most: u32| v.clamp(0.0, most as f32);
    let (left, right) = (edge((low.x - margin).floor(), size.0), edge((high.x + margin).ceil(), size.0));
    let (bottom, top) = (edge((low.y - margin).floor(), size.1), edge((high.y + margin).ceil(), size.1));
    // three-d takes a box without area as "everywhere".
    (right > left && top > bottom).then_some(ScissorBox {
        x: left as i32,
        y: bottom as i32,
        width: (right - left) as u32,
        height: (top - bottom) as u32,
    })
}

/// The renderer as the window's parts share it.
#[derive(Clone)]
pub struct SharedRenderer(Arc<Mutex<Renderer>>);

impl SharedRenderer {
    /// A renderer on the window's GL context (`eframe::CreationContext::gl`), with its assets read in the background;
    /// `wake` is called from there whenever something new can be drawn (`ctx.request_repaint()`).
    pub fn new(gl: &Arc<glow::Context>, wake: Arc<dyn Fn() + Send + Sync>) -> Result<Self> {
        Self::with_assets(gl, Assets::in_background(wake))
    }

    /// The same with assets of your own choosing: [`Assets::at_once`] for tests.
    pub fn with_assets(gl: &Arc<glow::Context>, assets: Assets) -> Result<Self> {
        let context = Context::from_gl_context(Arc::clone(gl)).map_err(|e| {
            Error::new(ErrorKind::Refused, format!("The scene can't be drawn on this graphics driver: {e}")).because(e)
        })?;
        Ok(Self(Arc::new(Mutex::new(Renderer::new(&context, assets)?))))
    }

    /// The renderer itself. Held for the length of a call only.
    pub fn lock(&self) -> MutexGuard<'_, Renderer> {
        // A panic while drawing leaves the caches whole: each is replaced in one step.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
