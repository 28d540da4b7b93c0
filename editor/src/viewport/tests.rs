//! Drawing, checked by pixels.

use std::path::Path;

use egui::{Color32, Rect, pos2, vec2};
use image::RgbaImage;
use tablewright_core::json::Document;
use three_d::vec3;

use super::draw_list::Preview;
use super::math::turned_about_y;
use super::model::{Entity, Kind, SceneModel, Tint, TokenShape};
use super::offscreen::{Studio, default_camera};
use super::renderer::{Frame, Style, ViewId};
use super::{Assets, Camera, Renderer, glb};

const SIZE: (u32, u32) = (320, 240);

struct Scene {
    studio: Studio,
    renderer: Renderer,
}

impl Scene {
    fn new() -> Self {
        let studio = Studio::new().expect("EGL is there");
        let renderer = Renderer::new(studio.headless().three_d(), Assets::at_once()).expect("the shaders compile");
        Self { studio, renderer }
    }

    fn draw(&mut self, model: &SceneModel, camera: Camera) -> RgbaImage {
        self.studio.shoot(&mut self.renderer, model, Some(camera), SIZE.0, SIZE.1, Style::DARK).expect("it is drawn")
    }
}

fn camera() -> Camera {
    Camera { distance: 3.0, ..Camera::default() }
}

fn screen() -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(SIZE.0 as f32, SIZE.1 as f32))
}

fn red_token(x: f64) -> SceneModel {
    let mut token = Entity::new("red", Kind::Token);
    token.color = Color32::from_rgb(0xe0, 0x20, 0x20);
    token.scale = vec3(0.4, 0.1, 0.4);
    token.position = [x, 0.05, 0.2];
    SceneModel { entities: vec![token], ..SceneModel::default() }.sealed()
}

fn is_red(p: &image::Rgba<u8>) -> bool {
    let [r, g, b, _] = p.0;
    r > 100 && u16::from(r) > 2 * u16::from(g) && u16::from(r) > 2 * u16::from(b)
}

#[test]
fn a_red_token_is_red_where_the_camera_says_it_is() {
    let mut scene = Scene::new();
    for x in [-0.6, 0.0, 0.6] {
        let picture = scene.draw(&red_token(x), camera());
        let at = camera().project(vec3(x as f32, 0.1, 0.2), screen()).expect("in front");
        assert!(is_red(picture.get_pixel(at.x as u32, at.y as u32)), "at {x}");
        let middle = picture.enumerate_pixels().filter(|(_, _, p)| is_red(p)).map(|(px, _, _)| px as f32);
        let (sum, count) = middle.fold((0.0, 0), |(s, n), v| (s + v, n + 1));
        assert!(count > 100 && (sum / count as f32 - at.x).abs() < 6.0, "{count} red pixels around {}", sum / count as f32);
    }
}

#[test]
fn the_same_scene_gives_the_same_pixels_and_uploads_nothing_twice() {
    let mut scene = Scene::new();
    let model = red_token(0.0);
    let first = scene.draw(&model, camera());
    assert!(scene.renderer.stats().uploads > 0);
    let second = scene.draw(&model.clone().sealed(), camera());
    assert_eq!(first, second);
    assert_eq!((scene.renderer.stats().uploads, scene.renderer.stats().draw_calls), (0, 1), "the finished picture is copied");
    let turned = scene.draw(&model, Camera { yaw: 40.0, ..camera() });
    assert_eq!(scene.renderer.stats().uploads, 0, "a turned camera uploads nothing");
    assert_ne!(first, turned);
    assert_eq!(first, Scene::new().draw(&model, camera()), "another context draws the same");
}

#[test]
fn turning_a_piece_moves_pixels() {
    let mut scene = Scene::new();
    let mut model = red_token(0.0);
    model.entities[0].shape = TokenShape::Box;
    let before = scene.draw(&model.clone().sealed(), camera());
    model.entities[0].rotation = turned_about_y(model.entities[0].rotation, 45.0);
    let after = scene.draw(&model.sealed(), camera());
    assert!(before.pixels().zip(after.pixels()).filter(|(a, b)| a != b).count() > 50);
}

#[test]
fn a_broken_model_is_a_striped_box_and_one_problem() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let whole = glb::tests::square_glb();
    std::fs::write(dir.path().join("half.glb"), &whole[..whole.len() / 2]).expect("writable");
    std::fs::write(dir.path().join("whole.glb"), &whole).expect("writable");
    let model = |path: &str| {
        let mut model = red_token(0.0);
        model.root = std::sync::Arc::new(dir.path().to_path_buf());
        model.entities[0].kind = Kind::Custom;
        model.entities[0].scale = vec3(1.0, 1.0, 1.0);
        model.entities[0].color = Color32::from_rgb(0x20, 0x40, 0xe0);
        model.entities[0].model = Some(path.into());
        model.sealed()
    };
    let mut scene = Scene::new();
    let blue = |p: &RgbaImage| p.pixels().filter(|p| p.0[2] > 60 && u16::from(p.0[2]) > 2 * u16::from(p.0[0])).count();
    for _ in 0..2 {
        let picture = scene.draw(&model("half.glb"), camera());
        assert!(blue(&picture) > 300, "the placeholder has the piece's colour");
        assert_eq!(scene.renderer.problems(&model("half.glb")).len(), 1);
    }
    let picture = scene.draw(&model("whole.glb"), camera());
    assert!(picture.pixels().filter(|p| is_red(p)).count() > 300, "a sound model has its own colour");
    assert!(scene.renderer.problems(&model("whole.glb")).is_empty());
    scene.draw(&model("gone.glb"), camera());
    assert!(scene.renderer.problems(&model("gone.glb"))[0].why.contains("not in the pack"));
}

#[test]
fn a_picture_shows_on_the_face_of_a_token() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    RgbaImage::from_pixel(8, 8, image::Rgba([20, 220, 40, 255])).save(dir.path().join("green.png")).expect("writable");
    let mut model = red_token(0.0);
    model.root = std::sync::Arc::new(dir.path().to_path_buf());
    model.entities[0].texture = Some("green.png".into());
    let picture = Scene::new().draw(&model.sealed(), camera());
    let at = camera().project(vec3(0.0, 0.1, 0.2), screen()).expect("in front");
    let [r, g, ..] = picture.get_pixel(at.x as u32, at.y as u32).0;
    assert!(g > 100 && g > r, "{r} {g}");
}

#[test]
fn a_selected_piece_has_an_outline_and_only_around_itself() {
    let mut scene = Scene::new();
    let model = red_token(0.0);
    let preview = Preview::new();
    let plain = scene.draw(&model, camera());
    let selection = ["red".to_owned()];
    let frame = Frame { selection: &selection, ..Frame::new(&model, camera(), Style::DARK, &preview) };
    let outlined = scene.studio.frame(&mut scene.renderer, &frame, SIZE.0, SIZE.1).expect("it is drawn");
    let hue = Style::DARK.selection;
    let near = |p: &image::Rgba<u8>| {
        let off = |a: u8, b: u8| a.abs_diff(b) < 30;
        off(p.0[0], hue.r()) && off(p.0[1], hue.g()) && off(p.0[2], hue.b())
    };
    assert_eq!(plain.pixels().filter(|p| near(p)).count(), 0);
    assert!(outlined.pixels().filter(|p| near(p)).count() > 60);
    let at = camera().project(vec3(0.0, 0.1, 0.2), screen()).expect("in front");
    assert_eq!(plain.get_pixel(at.x as u32, at.y as u32), outlined.get_pixel(at.x as u32, at.y as u32));
    assert_eq!(plain.get_pixel(3, 3), outlined.get_pixel(3, 3));
}

#[test]
fn the_outline_of_one_piece_does_not_show_the_mask_of_another() {
    // A ghost all over the table, and a selected piece in the middle of it.
    let mut scene = Scene::new();
    let mut model = red_token(0.0);
    model.entities[0].color = Color32::from_rgb(0x20, 0x40, 0xe0);
    let mut ghost = Entity::new("ghost", Kind::Board);
    ghost.scale = vec3(2.6, 0.02, 2.6);
    ghost.ghost = true;
    ghost.tint = Some(Tint { color: Color32::from_rgb(0xff, 0x00, 0x00), amount: 0.5 });
    model.entities.push(ghost);
    let model = model.sealed();
    let preview = Preview::new();
    let selection = ["red".to_owned()];
    let frame = Frame { selection: &selection, ..Frame::new(&model, camera(), Style::DARK, &preview) };
    let picture = scene.studio.frame(&mut scene.renderer, &frame, SIZE.0, SIZE.1).expect("it is drawn");
    let at = camera().project(vec3(0.0, 0.05, 0.2), screen()).expect("in front");
    let strong = |p: &image::Rgba<u8>| p.0[0] > 220 && p.0[1] < 40 && p.0[2] < 40;
    let (left, top) = (at.x as u32 - 60, at.y as u32 - 50);
    let found = (left..left + 120).flat_map(|x| (top..top + 100).map(move |y| (x, y)));
    assert_eq!(found.filter(|(x, y)| strong(picture.get_pixel(*x, *y))).count(), 0);
}

#[test]
fn views_of_five_thousand_pieces_stay_within_sixty_draws_and_upload_once() {
    let mut scene = Scene::new();
    let preview = Preview::new();
    let kinds = [Kind::Card, Kind::Token, Kind::Die, Kind::Board, Kind::Bag, Kind::Deck, Kind::Button, Kind::CardHolder];
    let mut model = SceneModel::default();
    for i in 0..5000usize {
        let mut entity = Entity::new(format!("e{i}"), kinds[i % kinds.len()]);
        entity.scale = vec3(0.05, 0.02, 0.05);
        entity.position = [(i % 71) as f64 * 0.06 - 2.1, 0.03, (i / 71) as f64 * 0.06 - 2.1];
        model.entities.push(entity);
    }
    let model = model.sealed();
    for pass in 0..2 {
        for view in 0..2 {
            let frame = Frame::new(&model, Camera { yaw: pass as f32, ..camera() }, Style::DARK, &preview);
            scene.studio.frame_of(&mut scene.renderer, ViewId(view), &frame, 64, 48).expect("it is drawn");
            let stats = scene.renderer.stats();
            assert!(stats.draw_calls <= 60, "{stats:?}");
            assert!(pass == 0 || stats.uploads == 0, "{stats:?}");
        }
    }
}

/// The pack of Go that stands beside a working copy of this repository, where it does.
#[test]
fn the_real_pack_of_go_shows_its_pieces_as_placeholders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs/go");
    let Ok(bytes) = std::fs::read(root.join("setup.json")) else {
        eprintln!("skipped: {} is not there", root.display());
        return;
    };
    let document = Document::parse(&bytes).expect("sound JSON");
    let model = SceneModel::from_scene(document.root(), &root);
    assert_eq!((model.entities.len(), model.snap_points.len(), model.seats.len()), (3, 361, 2));
    let mut scene = Scene::new();
    scene.renderer.assets().set_root(&model.root);
    let camera = default_camera(&model, scene.renderer.assets(), 4.0 / 3.0);
    scene.draw(&model, camera);
    let problems = scene.renderer.problems(&model);
    assert!(problems.iter().all(|p| p.why.contains("not in the pack")), "{problems:?}");
    assert_eq!(problems.iter().filter(|p| p.path.ends_with(".glb")).count(), 1, "each file once: {problems:?}");
}
