//! The orbit camera and its flights.
//!
//! A camera looks at a target from a distance, turned by yaw (about the vertical) and pitch (up from the horizon). The
//! rig holds one and moves it: at once for orbit, pan and zoom, in 250 ms for *Frame* and *Top view* (at once with
//! *Reduce motion*). Time comes from the caller.

use egui::{Pos2, Rect, pos2};
use three_d::{InnerSpace, Mat4, One, Quat, SquareMatrix, Transform, Vec3, Vec4, degrees, ortho, perspective, vec3, vec4};

use super::math::{Bounds, OrientedBox, Ray};

/// How long a flight takes, in seconds (look.md, motion).
pub const FLIGHT_SECONDS: f64 = 0.25;
const FIELD_OF_VIEW: f32 = 38.0;
/// Straight down is kept a hair away, so that up stays defined.
const MAX_PITCH: f32 = 89.9;
const MIN_DISTANCE: f32 = 0.08;
const MAX_DISTANCE: f32 = 400.0;

/// Where one looks from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What it looks at, in feet.
    pub target: Vec3,
    /// How far it is from the target, in feet.
    pub distance: f32,
    /// Degrees about the vertical; 0 looks along −z, as a player on the near side does.
    pub yaw: f32,
    /// Degrees above the horizon.
    pub pitch: f32,
    /// Without perspective.
    pub orthographic: bool,
}

impl Default for Camera {
    fn default() -> Self {
        Self { target: vec3(0.0, 0.0, 0.0), distance: 8.0, yaw: -28.0, pitch: 42.0, orthographic: false }
    }
}

impl Camera {
    /// From the target to the camera, of length 1.
    fn backward(&self) -> Vec3 {
        let (yaw, pitch) = (self.yaw.to_radians(), self.pitch.to_radians());
        vec3(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos())
    }

    /// Where it stands, in feet.
    pub fn eye(&self) -> Vec3 {
        self.target + self.backward() * self.distance
    }

    /// To the right in the picture, of length 1.
    pub fn right(&self) -> Vec3 {
        let yaw = self.yaw.to_radians();
        vec3(yaw.cos(), 0.0, -yaw.sin())
    }

    /// Upward in the picture, of length 1.
    pub fn up(&self) -> Vec3 {
        self.backward().cross(self.right()).normalize()
    }

    /// World to clip space, for a picture of this width by height.
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        self.projection(aspect) * self.view()
    }

    fn view(&self) -> Mat4 {
        let (r, u, b, e) = (self.right(), self.up(), self.backward(), self.eye());
        Mat4::from_cols(
            vec4(r.x, u.x, b.x, 0.0),
            vec4(r.y, u.y, b.y, 0.0),
            vec4(r.z, u.z, b.z, 0.0),
            vec4(-r.dot(e), -u.dot(e), -b.dot(e), 1.0),
        )
    }

    fn projection(&self, aspect: f32) -> Mat4 {
        let aspect = aspect.clamp(0.01, 100.0);
        if self.orthographic {
            let half = self.half_height_at_target();
            // The box reaches behind the eye, for without perspective the eye's place means nothing.
            return ortho(-half * aspect, half * aspect, -half, half, -MAX_DISTANCE, MAX_DISTANCE * 2.0);
        }
        let near = (self.distance * 0.02).clamp(0.01, 2.0);
        perspective(degrees(FIELD_OF_VIEW), aspect, near, self.distance * 4.0 + 120.0)
    }

    /// Half the picture's height at the target, in feet.
    pub fn half_height_at_target(&self) -> f32 {
        self.distance * (FIELD_OF_VIEW * 0.5).to_radians().tan()
    }

    /// How many feet a point of the screen covers at `world`, for a view of this height in points.
    pub fn feet_per_point(&self, world: Vec3, height: f32) -> f32 {
        let depth = if self.orthographic { self.distance } else { (self.eye() - world).dot(self.backward()).max(0.01) };
        2.0 * depth * (FIELD_OF_VIEW * 0.5).to_radians().tan() / height.max(1.0)
    }

    /// Where `world` is seen in `rect`; none when it is behind the camera.
    pub fn project(&self, world: Vec3, rect: Rect) -> Option<Pos2> {
        let clip: Vec4 = self.view_projection(aspect(rect)) * world.extend(1.0);
        if clip.w <= 1e-4 {
            return None;
        }
        let (x, y) = (clip.x / clip.w, clip.y / clip.w);
        Some(pos2(rect.center().x + x * rect.width() * 0.5, rect.center().y - y * rect.height() * 0.5))
    }

    /// What lies under `at` in `rect`: the ray from the eye through that point.
    pub fn ray(&self, at: Pos2, rect: Rect) -> Ray {
        let x = (at.x - rect.center().x) / (rect.width() * 0.5).max(1e-3);
        let y = -(at.y - rect.center().y) / (rect.height() * 0.5).max(1e-3);
        let Some(inverse) = self.view_projection(aspect(rect)).invert() else {
            return Ray { origin: self.eye(), direction: -self.backward() };
        };
        let point = |z: f32| inverse.transform_point(three_d::Point3::new(x, y, z));
        let (near, far) = (point(-1.0), point(1.0));
        Ray { origin: vec3(near.x, near.y, near.z), direction: (far - near).normalize() }
    }

    /// Turned by a drag of so many points.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.yaw = (self.yaw - dx * 0.35).rem_euclid(360.0);
        self.pitch = (self.pitch + dy * 0.3).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Moved sideways by a drag of so many points in a view of this height, so that what is under the pointer stays there.
    pub fn pan(&mut self, dx: f32, dy: f32, height: f32) {
        let scale = self.half_height_at_target() * 2.0 / height.max(1.0);
        self.target += (self.up() * dy - self.right() * dx) * scale;
    }

    /// Nearer (`factor` below 1) or farther, keeping what `ray` points at near the target's depth under the pointer.
    pub fn zoom(&mut self, factor: f32, toward: Option<&Ray>) {
        let before = self.distance;
        self.distance = (self.distance * factor).clamp(MIN_DISTANCE, MAX_DISTANCE);
        if let Some(ray) = toward {
            let along = ray.direction.dot(-self.backward());
            if along > 0.05 {
                let depth = (self.target - ray.origin).dot(-self.backward());
                let under = ray.at(depth / along);
                self.target += (under - self.target) * (1.0 - self.distance / before);
            }
        }
    }

    /// The same direction, so placed that `bounds` fills the picture.
    #[must_use]
    pub fn framing(&self, bounds: &Bounds, aspect: f32) -> Self {
        if bounds.is_empty() {
            return *self;
        }
        let mut framed = Self { target: bounds.center(), distance: MAX_DISTANCE, ..*self };
        let aspect = aspect.clamp(0.2, 5.0);
        let corners = OrientedBox { center: bounds.center(), half: bounds.half(), rotation: Quat::one() }.corners();
        // With perspective what is near takes more room, so the middle of the picture is not the middle of the box: find
        // the place by going nearer and aside a few times.
        for _ in 0..6 {
            framed.center_on(&corners);
            framed.distance = framed.distance_for(&corners, aspect);
        }
        framed.center_on(&corners);
        // Some air around it; a single small piece is not blown up to fill the view.
        framed.distance = (framed.distance * 1.08).clamp(0.6, MAX_DISTANCE);
        framed
    }

    /// Moves the target in the picture's plane so that the corners lie evenly around the middle.
    fn center_on(&mut self, corners: &[Vec3; 8]) {
        let (right, up, back, eye) = (self.right(), self.up(), self.backward(), self.eye());
        let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
        for corner in corners {
            let d = corner - eye;
            let depth = if self.orthographic { self.distance } else { (-d.dot(back)).max(0.01) };
            for (i, v) in [d.dot(right) / depth, d.dot(up) / depth].into_iter().enumerate() {
                low[i] = low[i].min(v);
                high[i] = high[i].max(v);
            }
        }
        self.target += (right * (low[0] + high[0]) + up * (low[1] + high[1])) * 0.5 * self.distance;
    }

    /// The least distance from the target at which all corners are in the picture.
    fn distance_for(&self, corners: &[Vec3; 8], aspect: f32) -> f32 {
        let (right, up, back) = (self.right(), self.up(), self.backward());
        let tan = (FIELD_OF_VIEW * 0.5).to_radians().tan();
        let mut distance = 0.0f32;
        for corner in corners {
            let d = corner - self.target;
            let depth = if self.orthographic { 0.0 } else { d.dot(back) };
            distance = distance.max(d.dot(up).abs() / tan + depth).max(d.dot(right).abs() / (tan * aspect) + depth);
        }
        distance
    }
}

/// Width by height of a view.
pub fn aspect(rect: Rect) -> f32 {
    (rect.width() / rect.height().max(1.0)).clamp(0.01, 100.0)
}

/// A camera that flies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CameraRig {
    camera: Camera,
    flight: Option<Flight>,
}

#[derive(Debug, Clone, PartialEq)]
struct Flight {
    from: Camera,
    to: Camera,
    start: f64,
}

impl CameraRig {
    /// A rig at rest.
    pub fn new(camera: Camera) -> Self {
        Self { camera, flight: None }
    }

    /// The camera as it is now.
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// Changes the camera at once; a flight ends where it is.
    pub fn change(&mut self, change: impl FnOnce(&mut Camera)) {
        self.flight = None;
        change(&mut self.camera);
    }

    /// Starts to fly to `to` at the time `now` in seconds, or is there at once.
    pub fn fly(&mut self, to: Camera, now: f64, reduce_motion: bool) {
        if reduce_motion {
            self.change(|camera| *camera = to);
        } else {
            let mut from = self.camera;
            // The short way round.
            from.yaw = to.yaw + (from.yaw - to.yaw + 180.0).rem_euclid(360.0) - 180.0;
            from.orthographic = to.orthographic;
            self.flight = Some(Flight { from, to, start: now });
        }
    }

    /// Moves on to the time `now` in seconds. True while there is more to come.
    pub fn advance(&mut self, now: f64) -> bool {
        let Some(flight) = &self.flight else { return false };
        let t = ((now - flight.start) / FLIGHT_SECONDS).clamp(0.0, 1.0) as f32;
        let eased = t * t * (3.0 - 2.0 * t);
        let mix = |a: f32, b: f32| a + (b - a) * eased;
        let (a, b) = (flight.from, flight.to);
        self.camera = Camera {
            target: a.target + (b.target - a.target) * eased,
            // Distances are felt as ratios.
            distance: (mix(a.distance.max(1e-3).ln(), b.distance.max(1e-3).ln())).exp(),
            yaw: mix(a.yaw, b.yaw),
            pitch: mix(a.pitch, b.pitch),
            orthographic: b.orthographic,
        };
        if t >= 1.0 {
            self.camera = b;
            self.flight = None;
        }
        self.flight.is_some()
    }

    /// Where it is or is going to be.
    pub fn destination(&self) -> Camera {
        self.flight.as_ref().map_or(self.camera, |f| f.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), egui::vec2(800.0, 500.0))
    }

    #[test]
    fn a_point_seen_somewhere_is_hit_by_the_ray_from_there() {
        for orthographic in [false, true] {
            let camera = Camera { target: vec3(0.5, 2.0, -0.3), orthographic, ..Camera::default() };
            for world in [vec3(0.0, 2.0, 0.0), vec3(1.5, 2.2, -1.0), vec3(-1.0, 2.0, 1.2)] {
                let seen = camera.project(world, rect()).expect("in front");
                let ray = camera.ray(seen, rect());
                let along = (world - ray.origin).dot(ray.direction);
                assert!((ray.at(along) - world).magnitude() < 1e-2, "{orthographic} {world:?}");
            }
        }
    }

    #[test]
    fn the_target_is_in_the_middle_and_what_is_behind_is_not_seen() {
        let camera = Camera::default();
        let middle = camera.project(camera.target, rect()).expect("in front");
        assert!((middle - rect().center()).length() < 1e-2);
        assert!(camera.project(camera.eye() + (camera.eye() - camera.target), rect()).is_none());
    }

    #[test]
    fn up_is_up_and_right_is_right() {
        let camera = Camera { yaw: 0.0, ..Camera::default() };
        let middle = camera.project(camera.target, rect()).expect("in front");
        let higher = camera.project(camera.target + vec3(0.0, 1.0, 0.0), rect()).expect("in front");
        let right = camera.project(camera.target + vec3(1.0, 0.0, 0.0), rect()).expect("in front");
        assert!(higher.y < middle.y && right.x > middle.x);
    }

    #[test]
    fn panning_keeps_what_is_under_the_pointer() {
        let mut camera = Camera::default();
        let target = camera.target;
        camera.pan(60.0, -35.0, rect().height());
        let seen = camera.project(target, rect()).expect("in front");
        assert!((seen - rect().center() - egui::vec2(60.0, -35.0)).length() < 0.5, "{seen:?}");
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer_and_stops_at_its_ends() {
        let mut camera = Camera::default();
        let at = pos2(300.0, 400.0);
        let ray = camera.ray(at, rect());
        let depth = (camera.target - ray.origin).dot((camera.target - camera.eye()).normalize());
        let under = ray.at(depth / ray.direction.dot((camera.target - camera.eye()).normalize()));
        camera.zoom(0.5, Some(&ray));
        let seen = camera.project(under, rect()).expect("in front");
        assert!((seen - at).length() < 1.0, "{seen:?}");
        camera.zoom(1e-9, None);
        assert_eq!(camera.distance, MIN_DISTANCE);
        camera.zoom(1e9, None);
        assert_eq!(camera.distance, MAX_DISTANCE);
    }

    #[test]
    fn the_pitch_stops_before_it_turns_over() {
        let mut camera = Camera::default();
        camera.orbit(0.0, 10_000.0);
        assert_eq!(camera.pitch, MAX_PITCH);
        assert!(camera.up().magnitude() > 0.99);
        camera.orbit(0.0, -20_000.0);
        assert_eq!(camera.pitch, -MAX_PITCH);
    }

    #[test]
    fn framing_puts_all_corners_in_the_picture_and_fills_it() {
        let mut bounds = Bounds::EMPTY;
        bounds.add(vec3(-2.0, 2.0, -1.0));
        bounds.add(vec3(3.0, 2.4, 2.0));
        for orthographic in [false, true] {
            for pitch in [5.0, 40.0, MAX_PITCH] {
                let camera = Camera { pitch, orthographic, ..Camera::default() }.framing(&bounds, aspect(rect()));
                let mut reach = 0.0f32;
                for i in 0..8 {
                    let pick = |bit: usize, axis: usize| if i >> bit & 1 == 1 { bounds.max[axis] } else { bounds.min[axis] };
                    let p = camera.project(vec3(pick(0, 0), pick(1, 1), pick(2, 2)), rect()).expect("in front");
                    assert!(rect().contains(p), "{p:?}");
                    let d = (p - rect().center()) / rect().size() * 2.0;
                    reach = reach.max(d.x.abs()).max(d.y.abs());
                }
                assert!(reach > 0.85, "it fills the picture: {reach}");
            }
        }
    }

    #[test]
    fn flights_take_a_quarter_second_or_none() {
        let to = Camera { yaw: 350.0, distance: 2.0, ..Camera::default() };
        let mut rig = CameraRig::new(Camera { yaw: 10.0, ..Camera::default() });
        rig.fly(to, 1.0, false);
        assert!(rig.advance(1.0));
        assert!(rig.advance(1.1));
        let turned = rig.camera().yaw.rem_euclid(360.0);
        assert!(!(11.0..=349.0).contains(&turned), "it takes the short way: {turned}");
        assert!(!rig.advance(1.25));
        assert_eq!(rig.camera(), to);
        let mut rig = CameraRig::default();
        rig.fly(to, 1.0, true);
        assert_eq!(rig.camera(), to);
        assert!(!rig.advance(1.0));
    }
}
