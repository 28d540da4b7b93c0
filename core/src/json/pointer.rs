//! RFC 6901 JSON pointers.

use std::fmt;
use std::str::FromStr;

/// A place in a document: the keys and indexes from the root down. Displayed as RFC 6901 text (`/variants/base`; the
/// root is the empty text).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pointer {
    tokens: Vec<String>,
}

impl Pointer {
    /// The whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer to the place `token` (a key, or an index in decimal) below this one.
    #[must_use]
    pub fn join(&self, token: impl fmt::Display) -> Self {
        let mut tokens = Vec::with_capacity(self.tokens.len() + 1);
        tokens.extend_from_slice(&self.tokens);
        tokens.push(token.to_string());
        Self { tokens }
    }

    /// The pointer to `below`, taken from this place on.
    #[must_use]
    pub fn concat(&self, below: &Self) -> Self {
        Self { tokens: self.tokens.iter().chain(&below.tokens).cloned().collect() }
    }

    /// The container that holds this place; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        let (_, above) = self.tokens.split_last()?;
        Some(Self { tokens: above.to_vec() })
    }

    /// The last key or index; `None` for the root.
    pub fn last(&self) -> Option<&str> {
        self.tokens.last().map(String::as_str)
    }

    /// The keys and indexes from the root down, unescaped.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Whether this is the whole document.
    pub fn is_root(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether `self` is `other` or stands above it.
    pub fn contains(&self, other: &Self) -> bool {
        other.tokens.starts_with(&self.tokens)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in &self.tokens {
            f.write_str("/")?;
            for c in token.chars() {
                match c {
                    '~' => f.write_str("~0")?,
                    '/' => f.write_str("~1")?,
                    c => fmt::Write::write_char(f, c)?,
                }
            }
        }
        Ok(())
    }
}

/// Text that is not an RFC 6901 pointer: it is neither empty nor starts with `/`, or has a `~` without 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointerError(String);

impl fmt::Display for PointerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is not a JSON pointer: write it like /variants/base", self.0)
    }
}

impl std::error::Error for PointerError {}

impl FromStr for Pointer {
    type Err = PointerError;

    fn from_str(text: &str) -> Result<Self, PointerError> {
        let bad = || PointerError(text.to_owned());
        if text.is_empty() {
            return Ok(Self::root());
        }
        let rest = text.strip_prefix('/').ok_or_else(bad)?;
        let tokens = rest.split('/').map(|t| unescape(t).ok_or_else(bad)).collect::<Result<_, _>>()?;
        Ok(Self { tokens })
    }
}

fn unescape(token: &str) -> Option<String> {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        match c {
            '~' => match chars.next()? {
                '0' => out.push('~'),
                '1' => out.push('/'),
                _ => return None,
            },
            c => out.push(c),
        }
    }
    Some(out)
}

impl<T: fmt::Display> FromIterator<T> for Pointer {
    fn from_iter<I: IntoIterator<Item = T>>(tokens: I) -> Self {
        Self { tokens: tokens.into_iter().map(|t| t.to_string()).collect() }
    }
}

/// Builds a [`Pointer`] from keys and indexes: `pointer!["objects", 3, "position"]`.
#[macro_export]
macro_rules! pointer {
    ($($token:expr),* $(,)?) => {
        <$crate::json::Pointer as ::std::iter::FromIterator<::std::string::String>>::from_iter(
            [$(::std::string::ToString::to_string(&$token)),*] as [::std::string::String; _]
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["", "/", "/a", "/a/0/~0~1", "//", "/é/ /%"] {
            assert_eq!(text.parse::<Pointer>().unwrap().to_string(), text);
        }
        assert_eq!(pointer!["a/b", 3, "~"].to_string(), "/a~1b/3/~0");
    }

    #[test]
    fn refuses_what_is_no_pointer() {
        for text in ["a", "a/b", "/~", "/~2", "/a~"] {
            assert!(text.parse::<Pointer>().is_err(), "{text}");
        }
    }

    #[test]
    fn knows_what_stands_below() {
        assert!(pointer!["a"].contains(&pointer!["a", 1]));
        assert!(pointer!["a"].contains(&pointer!["a"]));
        assert!(!pointer!["a"].contains(&pointer!["ab"]));
        assert_eq!(pointer!["a", 1].parent(), Some(pointer!["a"]));
        assert_eq!(Pointer::root().parent(), None);
    }
}
