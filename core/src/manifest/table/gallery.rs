//! Pictures and videos of the listing.

use super::{also, patterns, shape};
use crate::shape::{Field, Look, Rule, Shape, may, must};

const GROUP: &str = "Gallery";
const PICTURES: Look = Look::Path(&["webp", "png", "jpg", "jpeg"]);

pub(super) const COVER_IMAGE: Field = may("coverImage", Rule::Text(1, 180))
    .says(
        "Cover",
        "The square picture on cards and at the head of the page: a file in the media folder. Without one a placeholder stands \
         there.",
    )
    .from("Manifest reference, coverImage")
    .look(PICTURES)
    .on(GROUP);

static SCREENSHOT_RULE: Rule = Rule::Object(&SCREENSHOT);

pub(super) const SCREENSHOTS: Field = may("screenshots", Rule::List(0, 12, &SCREENSHOT_RULE))
    .says("Screenshots and videos", "The gallery of the page, at most 12, in this order. The first is what most people see.")
    .from("Manifest reference, screenshots")
    .on(GROUP);

static TEXT: Rule = Rule::Text(0, crate::shape::ANY_LENGTH);

const REAL: &str = "Published packs; no page of the documents names it";

static SCREENSHOT: Shape = Shape {
    also: Some(also::screenshot),
    ..shape(
        "gallery entry",
        "path",
        &[
            may("path", Rule::Text(1, 180))
                .says("Picture", "A picture of 16:9 in the media folder. Beside a video it is the video's cover.")
                .from("Manifest reference, screenshots.path")
                .look(PICTURES),
            may("crop", Rule::Object(&CROP))
                .says("Crop", "How the picture was cut from its original, in parts of its width and height. It is only a note for the crop tool.")
                .from("Manifest reference, screenshots.crop"),
            may("title", Rule::Unwritten(&TEXT)).says("Title", "What the picture shows.").from(REAL),
            may("alt", Rule::Unwritten(&TEXT))
                .says("Alternative text", "What the picture shows, for people who cannot see it.")
                .from(REAL),
            may("kind", Rule::Unwritten(&SCREENSHOT_KIND)).says("Kind", "What sort of picture it is.").from(REAL),
            may("video", Rule::Object(&VIDEO))
                .says("Video", "A video on YouTube. Nothing of it is loaded before a visitor presses play.")
                .from("Manifest reference, screenshots.video"),
        ],
    )
};

static SCREENSHOT_KIND: Rule = Rule::OneOf(&["component", "gameplay", "marketing"]);

const fn part(min: f64, at_min: bool) -> Rule {
    Rule::Within { min, at_min, max: 1.0 }
}

static CROP: Shape = Shape {
    also: Some(also::crop),
    ..shape(
        "",
        "",
        &[
            must("x", part(0.0, true))
                .says("Left", "Left edge, from 0 to 1 of the picture's width.")
                .from("Manifest reference, screenshots.crop.x"),
            must("y", part(0.0, true))
                .says("Top", "Top edge, from 0 to 1 of the picture's height, counted downwards.")
                .from("Manifest reference, screenshots.crop.y"),
            must("w", part(0.0, false))
                .says("Width", "Width, above 0 up to 1 of the picture's width.")
                .from("Manifest reference, screenshots.crop.w"),
            must("h", part(0.0, false))
                .says("Height", "Height, above 0 up to 1 of the picture's height.")
                .from("Manifest reference, screenshots.crop.h"),
        ],
    )
};

/// A video, in the gallery and as rules.
pub(super) static VIDEO: Shape = shape(
    "",
    "",
    &[
        must("provider", Rule::OneOf(&["youtube"]))
            .says("Service", "Where the video is: YouTube is the only one.")
            .from("Manifest reference, screenshots.video.provider")
            .look(Look::Hidden),
        must("id", Rule::Pattern(0, crate::shape::ANY_LENGTH, &patterns::YOUTUBE))
            .says("Video", "Paste any link to the video on YouTube; its id of 11 characters is kept.")
            .from("Manifest reference, screenshots.video.id")
            .look(Look::Mono),
        may("title", Rule::Text(1, 120))
            .says("Title", "Shown over the cover and read to people who cannot see it, at most 120 characters.")
            .from("Manifest reference, screenshots.video.title"),
    ],
);
