//! Number text: reading it as a double, and printing a double as JavaScript prints it.

/// The text that JavaScript's `String(value)` gives: the shortest that reads back as the same double, `1` rather than
/// `1.0`, `1e-7`, `1e+21`, and `0` for negative zero (as `JSON.stringify` prints it). `None` for infinities and NaN,
/// which JSON cannot hold.
pub fn print(value: f64) -> Option<String> {
    value.is_finite().then(|| ryu_js::Buffer::new().format_finite(value).to_owned())
}

/// The double that JSON number text stands for, as JavaScript reads it (`1e400` is infinite).
pub fn read(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_javascript_does() {
        let cases: [(f64, &str); 12] = [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-7, "1.5e-7"),
            (0.1 + 0.2, "0.30000000000000004"),
            (51.0, "51"),
            (5e-324, "5e-324"),
            (-1.1511502916666667, "-1.1511502916666667"),
        ];
        for (value, text) in cases {
            assert_eq!(print(value).as_deref(), Some(text));
        }
        assert_eq!(print(f64::NAN), None);
        assert_eq!(print(f64::INFINITY), None);
    }
}
