//! What stands where: the three boards, their openings, and all sizes, which are those of the real things in feet. The table's
//! surface is y = 0, its centre the origin. The scene shows everything enlarged (see [`enlarged`]).

/// One of the three games of the sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Board {
    /// Lines each way.
    pub lines: u16,
    /// The variant's id, which also names its files and entities.
    pub id: &'static str,
    /// The variant's name as players read it.
    pub name: &'static str,
    /// One sentence for the lobby.
    pub description: &'static str,
    /// From the outermost line to the edge.
    pub margin: f64,
    /// Thickness of the slab.
    pub height: f64,
    /// How far the bowls stand to the side.
    pub bowl_x: f64,
    /// How far the bowls stand towards their player.
    pub bowl_z: f64,
    /// Pixels along the board's width in its texture.
    pub pixels: u32,
    /// Lines that carry star points.
    pub stars: &'static [u16],
    /// Whether only corners and centre are marked, as on the smallest board.
    pub corner_stars: bool,
    /// Black stones of the opening as (column, row), counted from the far left corner.
    pub black: &'static [(u16, u16)],
    /// White stones of the opening.
    pub white: &'static [(u16, u16)],
}

/// A measure as the scene has it: half as large again as in life, so that a board fills a table that was made for cards.
pub fn enlarged(feet: f64) -> f64 {
    (feet * 1.5 * 1e6).round() / 1e6
}

/// Between two lines from left to right; a real board is a little longer than wide, because it is looked at aslant.
pub const SPACING_X: f64 = 0.073;
/// Between two lines from the far to the near edge.
pub const SPACING_Z: f64 = 0.0775;
/// Across a stone.
pub const STONE_WIDTH: f64 = 0.0728;
/// Thickness of a stone.
pub const STONE_HEIGHT: f64 = 0.0302;
/// Across a bowl.
pub const BOWL_WIDTH: f64 = 0.42;
/// Height of a bowl.
pub const BOWL_HEIGHT: f64 = 0.25;
/// Across a lid.
pub const LID_WIDTH: f64 = 0.34;
/// Height of a lid, which lies upside down and holds captured stones.
pub const LID_HEIGHT: f64 = 0.07;
/// How far beside its bowl, towards the middle of the table's side, a lid lies.
pub const LID_STEP: f64 = 0.44;

impl Board {
    /// From the left to the right edge.
    pub fn width(&self) -> f64 {
        f64::from(self.lines - 1) * SPACING_X + 2.0 * self.margin
    }

    /// From the far to the near edge.
    pub fn depth(&self) -> f64 {
        f64::from(self.lines - 1) * SPACING_Z + 2.0 * self.margin
    }

    /// Where the line `index` runs, measured from the board's centre; the platform's own formula for grid points.
    pub fn place(&self, index: u16, spacing: f64) -> f64 {
        (f64::from(index) - (f64::from(self.lines) - 1.0) / 2.0) * spacing
    }

    /// The intersections that carry a star point.
    pub fn star_points(&self) -> Vec<(u16, u16)> {
        let middle = self.lines / 2;
        let all = self.stars.iter().flat_map(|&c| self.stars.iter().map(move |&r| (c, r)));
        all.filter(|&(c, r)| !self.corner_stars || (c == middle) == (r == middle)).collect()
    }
}

/// The three boards; the first is the base scene and what a lobby starts on.
pub const BOARDS: [Board; 3] = [
    Board {
        lines: 19,
        id: "19x19",
        name: "19×19",
        description: "The full board: a long game in which every corner matters.",
        margin: 0.052,
        height: 0.17,
        bowl_x: 1.04,
        bowl_z: 0.5,
        pixels: 896,
        stars: &[3, 9, 15],
        corner_stars: false,
        black: &[
            (15, 3),
            (16, 5),
            (16, 2),
            (16, 15),
            (14, 16),
            (5, 16),
            (3, 17),
            (9, 16),
            (2, 2),
            (2, 3),
            (1, 4),
            (1, 3),
            (9, 15),
            (8, 14),
            (16, 9),
            (15, 12),
            (16, 11),
            (14, 11),
            (14, 12),
        ],
        white: &[
            (3, 3),
            (13, 2),
            (15, 1),
            (9, 2),
            (3, 15),
            (2, 13),
            (2, 16),
            (3, 2),
            (2, 4),
            (1, 5),
            (2, 5),
            (10, 15),
            (9, 14),
            (9, 13),
            (16, 12),
            (15, 11),
            (17, 12),
            (15, 10),
            (16, 10),
        ],
    },
    Board {
        lines: 13,
        id: "13x13",
        name: "13×13",
        description: "Half the time, all of the ideas: good for an evening.",
        margin: 0.058,
        height: 0.14,
        bowl_x: 0.82,
        bowl_z: 0.36,
        pixels: 704,
        stars: &[3, 6, 9],
        corner_stars: true,
        black: &[(9, 3), (3, 3), (10, 7), (2, 5), (2, 2), (7, 4), (6, 8)],
        white: &[(3, 9), (9, 9), (7, 10), (5, 2), (3, 1), (7, 2), (2, 7)],
    },
    Board {
        lines: 9,
        id: "9x9",
        name: "9×9",
        description: "A quick game, and the board on which everybody starts.",
        margin: 0.064,
        height: 0.12,
        bowl_x: 0.68,
        bowl_z: 0.26,
        pixels: 576,
        stars: &[2, 4, 6],
        corner_stars: true,
        black: &[(6, 2), (5, 6), (3, 4), (4, 5), (6, 5)],
        white: &[(2, 3), (4, 6), (3, 5), (6, 6), (5, 3)],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_fair_and_on_the_board() {
        for board in BOARDS {
            assert_eq!(board.black.len(), board.white.len(), "{}", board.id);
            let mut all: Vec<_> = board.black.iter().chain(board.white).collect();
            assert!(all.iter().all(|(c, r)| *c < board.lines && *r < board.lines), "{}", board.id);
            all.sort();
            all.dedup();
            assert_eq!(all.len(), board.black.len() * 2, "two stones on one point of {}", board.id);
        }
    }

    #[test]
    fn stones_of_an_opening_have_liberties() {
        for board in BOARDS {
            let colour = |p: (u16, u16)| (board.black.contains(&p), board.white.contains(&p));
            for &stone in board.black.iter().chain(board.white) {
                let mut group = vec![stone];
                let mut free = false;
                let mut next = 0;
                while next < group.len() {
                    let (c, r) = group[next];
                    next += 1;
                    let around = [(c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)];
                    for p in around.into_iter().filter(|p| p.0 < board.lines && p.1 < board.lines) {
                        if colour(p) == (false, false) {
                            free = true;
                        } else if colour(p) == colour(stone) && !group.contains(&p) {
                            group.push(p);
                        }
                    }
                }
                assert!(free, "{stone:?} of {} is captured", board.id);
            }
        }
    }

    #[test]
    fn star_points_are_where_players_look_for_them() {
        assert_eq!(BOARDS.map(|b| b.star_points().len()), [9, 5, 5]);
        assert!(BOARDS.iter().all(|b| b.star_points().contains(&(b.lines / 2, b.lines / 2))));
    }
}
