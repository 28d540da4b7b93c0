//! Reads what a person types into a number field: numbers, units of length, sums. `1.5ft`, `18in`, `45cm`, `1.2+0.05`.
//!
//! Lengths of a pack are in feet. A number without a unit is in the field's own unit.

/// A unit of length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// Feet, what packs are written in.
    #[default]
    Foot,
    /// Inches.
    Inch,
    /// Centimetres.
    Centimetre,
}

impl Unit {
    /// All units, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Foot, Self::Inch, Self::Centimetre];

    /// As it is typed and as the settings file has it: `ft`, `in`, `cm`.
    pub fn short(self) -> &'static str {
        match self {
            Self::Foot => "ft",
            Self::Inch => "in",
            Self::Centimetre => "cm",
        }
    }

    /// As it is offered: *Feet*.
    pub fn long(self) -> &'static str {
        match self {
            Self::Foot => "Feet",
            Self::Inch => "Inches",
            Self::Centimetre => "Centimetres",
        }
    }

    /// The unit that [`Unit::short`] names.
    pub fn named(short: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.short() == short)
    }

    /// How many of this unit make one foot; exact by the definition of the inch as 2.54 cm.
    pub fn per_foot(self) -> f64 {
        match self {
            Self::Foot => 1.0,
            Self::Inch => 12.0,
            Self::Centimetre => 30.48,
        }
    }

    /// `feet` in this unit.
    pub fn from_feet(self, feet: f64) -> f64 {
        feet * self.per_foot()
    }

    /// `value` of this unit in feet.
    pub fn to_feet(self, value: f64) -> f64 {
        value / self.per_foot()
    }
}

/// Feet of a typed length. `own` is the unit of numbers that have none. `None` where the text is not a sum of lengths or
/// the result is not finite.
pub fn length(text: &str, own: Unit) -> Option<f64> {
    let factor = |name: &str| match name {
        "" => Some(own),
        "ft" | "'" | "′" | "foot" | "feet" => Some(Unit::Foot),
        "in" | "\"" | "″" | "inch" | "inches" => Some(Unit::Inch),
        "cm" => Some(Unit::Centimetre),
        _ => None,
    };
    sum(text, |number, unit| match unit {
        "m" => Some(Unit::Centimetre.to_feet(number * 100.0)),
        "mm" => Some(Unit::Centimetre.to_feet(number / 10.0)),
        other => Some(factor(other)?.to_feet(number)),
    })
}

/// A typed number without a unit; sums are added up.
pub fn scalar(text: &str) -> Option<f64> {
    sum(text, |number, unit| unit.is_empty().then_some(number))
}

/// Degrees of a typed angle: `90`, `90°`, `45+45`, `90deg`.
pub fn angle(text: &str) -> Option<f64> {
    sum(text, |number, unit| matches!(unit, "" | "°" | "deg").then_some(number))
}

/// Longer texts are no numbers that someone typed.
const MAX_LEN: usize = 200;

/// Adds up terms `[+−] number [unit]`; two terms may stand side by side without a sign where the first has a unit
/// (`5ft 6in`).
fn sum(text: &str, value: impl Fn(f64, &str) -> Option<f64>) -> Option<f64> {
    if text.len() > MAX_LEN {
        return None;
    }
    let mut rest = text.trim();
    let mut total = 0.0;
    let mut first = true;
    let mut had_unit = false;
    while !rest.is_empty() {
        let (sign, after) = sign(rest);
        if sign.is_none() && !first && !had_unit {
            return None;
        }
        let (number, after) = number(after.trim_start())?;
        let (unit, after) = unit(after.trim_start());
        // A minus sign counts for the whole of `-5ft 6in` only where it is repeated, as in any sum.
        total += sign.unwrap_or(1.0) * value(number, &unit.to_lowercase())?;
        had_unit = !unit.is_empty();
        first = false;
        rest = after.trim_start();
    }
    (!first && total.is_finite()).then_some(total)
}

fn sign(text: &str) -> (Option<f64>, &str) {
    let mut chars = text.chars();
    match chars.next() {
        Some('+') => (Some(1.0), chars.as_str()),
        Some('-' | '−') => (Some(-1.0), chars.as_str()),
        _ => (None, text),
    }
}

/// A decimal number with point or comma, and an exponent. The comma is a decimal sign, never one of thousands.
fn number(text: &str) -> Option<(f64, &str)> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    let mut seen = end;
    if matches!(bytes.get(end), Some(b'.' | b',')) {
        let fraction = digits(end + 1);
        seen += fraction;
        end += 1 + fraction;
    }
    if seen == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + signed).min(bytes.len()));
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    let number = text[..end].replace(',', ".").parse().ok()?;
    Some((number, &text[end..]))
}

fn unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphabetic() || "'\"′″°".contains(c))).unwrap_or(text.len());
    text.split_at(end)
}

/// A size of files for a person: KB and MB, as downloads are counted (1 MB = 1,000,000 bytes), with one decimal.
pub fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..999_950 => format!("{:.1} KB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feet(text: &str) -> Option<f64> {
        length(text, Unit::Foot)
    }

    fn close(got: Option<f64>, want: f64) {
        let got = got.expect("a number");
        assert!((got - want).abs() < 1e-12, "{got} is not {want}");
    }

    #[test]
    fn units_of_length() {
        close(feet("1.5ft"), 1.5);
        close(feet("18in"), 1.5);
        close(feet("45.72cm"), 1.5);
        close(feet("0.4572 m"), 1.5);
        close(feet("457.2mm"), 1.5);
        close(feet("1' 6\""), 1.5);
        close(feet("5ft 6in"), 5.5);
        close(feet("5FT"), 5.0);
    }

    #[test]
    fn a_number_without_unit_is_in_the_fields_own() {
        close(length("18", Unit::Inch), 1.5);
        close(length("30.48", Unit::Centimetre), 1.0);
        close(length("1ft", Unit::Centimetre), 1.0);
    }

    #[test]
    fn sums() {
        close(scalar("1.2+0.05"), 1.25);
        close(scalar("1 - 0.25 - .25"), 0.5);
        close(feet("1ft+6in"), 1.5);
        close(feet("1ft-6in"), 0.5);
        close(scalar("−3"), -3.0);
        close(scalar("+3"), 3.0);
        close(scalar("3e2"), 300.0);
        close(scalar("1,5"), 1.5);
    }

    #[test]
    fn angles() {
        close(angle("90°"), 90.0);
        close(angle("45 + 45 deg"), 90.0);
        assert_eq!(angle("90ft"), None);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", " ", "Mixed", "1 2", "1..2", "ft", "1+", "--1", "1e999", "1 apple", "∞", "NaN", "1.2.3", ".", ",", "e5"]
        {
            assert_eq!(feet(text), None, "{text:?}");
        }
        assert_eq!(scalar("1ft"), None);
        assert_eq!(scalar(&"1".repeat(MAX_LEN + 1)), None);
    }

    #[test]
    fn bytes_are_short() {
        let said = [0, 40, 999, 1_000, 1_449, 999_949, 999_950].map(bytes);
        assert_eq!(said, ["0 B", "40 B", "999 B", "1.0 KB", "1.4 KB", "999.9 KB", "1.0 MB"]);
    }

    #[test]
    fn an_exact_number_stays_exact() {
        for text in ["0.09999999999999987", "2.4492935982947064e-16", "-1.1511502916666667"] {
            assert_eq!(scalar(text), text.parse().ok());
        }
    }
}
