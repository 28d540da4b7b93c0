//! Reading an entry script as the platform's scan does: as text. A call in a comment or in a string counts, because the
//! scan knows no JavaScript (manifest reference, `capabilities` and `plugins`).

/// The functions of the script API that the documents tie to a capability, with the capability. The platform has more
/// such pairs; a pair that we made up would refuse good packs, so none is here that the documents do not print.
pub const CAPABILITY_CALLS: [(&str, &str); 8] = [
    ("createObject", "spawn-object"),
    ("registerAction", "register-action"),
    ("getVariant", "read-context"),
    ("getUnredactedSnapshot", "read-hidden-information"),
    ("setUiElement", "ui"),
    ("playSound", "play-sound"),
    ("callPlugin", "plugin-call"),
    ("log", "log"),
];

/// The capabilities that `script` is known to use, each once, in the order of [`CAPABILITY_CALLS`].
pub fn capabilities_used(script: &str) -> Vec<&'static str> {
    let used = |(method, _): &(&str, &str)| calls(script, method).next().is_some();
    CAPABILITY_CALLS.iter().filter(|pair| used(pair)).map(|(_, capability)| *capability).collect()
}

/// A call of `api.callPlugin(`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginCall {
    /// The line that it stands in, from 1.
    pub line: usize,
    /// The plugin's id and the function's name, where both are plain strings.
    pub target: Option<(String, String)>,
}

/// Every call of a plugin in `script`, in its order.
pub fn plugin_calls(script: &str) -> Vec<PluginCall> {
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for arguments in calls(script, "callPlugin") {
        line += script[counted..arguments].matches('\n').count();
        counted = arguments;
        found.push(PluginCall { line, target: target(&script[arguments..]) });
    }
    found
}

/// Where the arguments of each `api.<method>(` begin.
fn calls<'a>(script: &'a str, method: &str) -> impl Iterator<Item = usize> + 'a {
    let call = format!("api.{method}(");
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + memchr::memmem::find(&script.as_bytes()[from..], call.as_bytes())?;
            from = at + call.len();
            // `myapi.log(` is another object's.
            if !script[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
                return Some(from);
            }
        }
    })
}

/// The two plain strings that the arguments begin with, the second followed by a comma or the end of the call.
fn target(arguments: &str) -> Option<(String, String)> {
    let (plugin, rest) = literal(skip_blank(arguments))?;
    let rest = skip_blank(rest).strip_prefix(',')?;
    let (function, rest) = literal(skip_blank(rest))?;
    skip_blank(rest).starts_with([',', ')']).then(|| (plugin.to_owned(), function.to_owned()))
}

/// A string literal and what follows it. One with an escape, a line break or a hole is not plain.
fn literal(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let (inside, rest) = text[1..].split_once(quote)?;
    let has_hole = quote == '`' && inside.contains("${");
    (!has_hole && !inside.contains(['\\', '\n', '\r'])).then_some((inside, rest))
}

/// Passes over white space and comments.
fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map(|(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map(|(_, after)| after)
        } else {
            return rest;
        };
        match after {
            Some(after) => rest = after.trim_start(),
            None => return "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_found_by_its_call_alone() {
        for (method, capability) in CAPABILITY_CALLS {
            assert_eq!(capabilities_used(&format!("  api.{method}(x)")), [capability]);
            assert_eq!(capabilities_used(&format!("// api.{method}(\n\"api.{method}(\"")), [capability]);
            for other in [
                format!("api.{method}"),
                format!("api.{method}s("),
                format!("myapi.{method}("),
                format!("api.x{method}("),
                format!("{method}("),
                format!("Api.{method}("),
            ] {
                assert!(capabilities_used(&other).is_empty(), "{other}");
            }
        }
        assert_eq!(capabilities_used("é api.log(this.api.playSound({}))"), ["play-sound", "log"]);
        assert!(capabilities_used("api.getSnapshot(); api.onEvent()").is_empty());
    }

    #[test]
    fn plain_strings_are_read_in_any_quotes() {
        for arguments in
            [r#""org.a","f")"#, r#" 'org.a' , 'f' , { q: 1 })"#, "`org.a`,\n  `f`)", "/* which */ \"org.a\", // what\n \"f\")"]
        {
            let calls = plugin_calls(&format!("\n\nawait api.callPlugin({arguments};"));
            assert_eq!(calls, [PluginCall { line: 3, target: Some(("org.a".into(), "f".into())) }], "{arguments}");
        }
    }

    #[test]
    fn anything_else_cannot_be_read() {
        for arguments in [
            "p, \"f\")",
            "\"org.a\", f)",
            "`org.${x}`, \"f\")",
            "\"org.\" + x, \"f\")",
            "\"org.a\", \"f\" + x)",
            "\"org.a\")",
            ")",
            "...all)",
            r#""org\u002ea", "f")"#,
            "\"org.a",
            "",
            "/* open",
        ] {
            let calls = plugin_calls(&format!("api.callPlugin({arguments}"));
            assert_eq!(calls, [PluginCall { line: 1, target: None }], "{arguments}");
        }
    }

    #[test]
    fn calls_come_in_their_order_with_their_lines() {
        let calls = plugin_calls("api.callPlugin('a','b');\r\n\napi.callPlugin(c); api.callPlugin('d','e')");
        let lines: Vec<(usize, bool)> = calls.iter().map(|call| (call.line, call.target.is_some())).collect();
        assert_eq!(lines, [(1, true), (3, false), (3, true)]);
        assert!(plugin_calls("callPlugin('a','b')").is_empty());
    }
}
