//! Nothing that looks like a credential stands in the setup options: defaults, labels, and a select's values and labels
//! (manifest reference, `setupOptions`). Which forms the platform's tripwire knows is not printed; those here are the
//! published forms of well-known keys, long enough that no word of a language has them. A help line is not among what
//! the documents name, so there it is a warning.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::{Pointer, Ref};
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "credentials in setup options", codes: &["manifest-secret"], run };

fn run(context: &Context, sink: &mut Sink) {
    let options = context.manifest.and_then(|manifest| manifest.root().get("setupOptions"));
    for (index, option) in options.into_iter().flat_map(Ref::items).enumerate() {
        let at = pointer!["setupOptions", index];
        let mut judge = |value: Option<Ref>, at: Pointer, severity| {
            if let Some(what) = value.and_then(Ref::as_str).and_then(|text| credential(&text)) {
                let message = format!(
                    "This looks like {what}, and a manifest is public. Take it out; if it was ever pushed, have it replaced where it \
                     came from."
                );
                sink.manifest("manifest-secret", severity, at, message);
            }
        };
        judge(option.get("label"), at.join("label"), Severity::Error);
        judge(option.get("default"), at.join("default"), Severity::Error);
        judge(option.get("help"), at.join("help"), Severity::Warning);
        for (choice, value) in option.get("options").into_iter().flat_map(Ref::items).enumerate() {
            for key in ["value", "label"] {
                judge(value.get(key), at.join("options").join(choice).join(key), Severity::Error);
            }
        }
    }
}

/// A form of credential: what stands in front, and how many characters of which kind follow at least.
struct Form {
    what: &'static str,
    prefixes: &'static [&'static str],
    least: usize,
    of: fn(u8) -> bool,
}

fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

fn capital(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

fn url_safe(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

fn dotted(b: u8) -> bool {
    url_safe(b) || b == b'.'
}

const FORMS: &[Form] = &[
    Form { what: "an AWS access key", prefixes: &["AKIA", "ASIA", "ABIA", "ACCA"], least: 16, of: capital },
    Form { what: "a GitHub token", prefixes: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], least: 36, of: word },
    Form { what: "a GitHub token", prefixes: &["github_pat_"], least: 22, of: url_safe },
    Form { what: "a GitLab token", prefixes: &["glpat-"], least: 20, of: url_safe },
    Form { what: "a Slack token", prefixes: &["xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-"], least: 10, of: url_safe },
    Form { what: "a Google API key", prefixes: &["AIza"], least: 35, of: url_safe },
    Form { what: "a Stripe key", prefixes: &["sk_live_", "sk_test_", "rk_live_", "rk_test_"], least: 16, of: word },
    Form { what: "an npm token", prefixes: &["npm_"], least: 36, of: word },
    Form { what: "a PyPI token", prefixes: &["pypi-AgE"], least: 16, of: url_safe },
    Form { what: "a Hugging Face token", prefixes: &["hf_"], least: 30, of: word },
    Form { what: "a SendGrid key", prefixes: &["SG."], least: 60, of: dotted },
    Form { what: "a DigitalOcean token", prefixes: &["dop_v1_", "doo_v1_"], least: 64, of: word },
    Form { what: "a secret API key", prefixes: &["sk-"], least: 20, of: url_safe },
];

/// What kind of credential stands in `text`, if one does.
fn credential(text: &str) -> Option<&'static str> {
    if text.split("-----BEGIN ").skip(1).any(|rest| rest.split("-----").next().is_some_and(|kind| kind.ends_with("PRIVATE KEY")))
    {
        return Some("a private key");
    }
    if starts(text, "eyJ").any(is_web_token) {
        return Some("a signed web token");
    }
    let found = FORMS
        .iter()
        .find(|form| form.prefixes.iter().any(|prefix| starts(text, prefix).any(|rest| form.fits(&rest[prefix.len()..]))));
    found.map(|form| form.what).or_else(|| has_password(text).then_some("an address with a password"))
}

impl Form {
    fn fits(&self, rest: &str) -> bool {
        let run = &rest[..rest.bytes().take_while(|b| (self.of)(*b)).count()];
        // A phrase joined by hyphens has no digits; a key of this length has some, or is one run of letters.
        run.len() >= self.least && (run.bytes().any(|b| b.is_ascii_digit()) || run.bytes().all(word))
    }
}

/// What follows from each place where `prefix` begins a word.
fn starts<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    text.match_indices(prefix).filter(move |(at, _)| begins(*at)).map(|(at, _)| &text[at..])
}

/// Three parts in base64 joined by dots, the first two of them JSON objects.
fn is_web_token(text: &str) -> bool {
    let mut parts = text.splitn(3, '.');
    let (Some(head), Some(body), Some(signature)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let whole = |part: &str| part.len() >= 10 && part.bytes().all(url_safe);
    whole(head) && body.starts_with("eyJ") && whole(body) && signature.bytes().take_while(|b| url_safe(*b)).count() >= 10
}

/// `https://name:password@host`.
fn has_password(text: &str) -> bool {
    text.split("://").skip(1).any(|rest| {
        let authority = rest.split(['/', '?', '#', ' ']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map(|(user, _)| user);
        user.and_then(|user| user.split_once(':')).is_some_and(|(name, password)| !name.is_empty() && password.len() >= 6)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_one, assert_silent, found, with};

    /// Samples are put together here, so that no scanner of repositories takes them for keys.
    fn samples() -> Vec<(&'static str, String)> {
        let mixed = |n: usize| "aB3dE6".repeat(12)[..n].to_owned();
        vec![
            ("AWS", format!("AKIA{}", "ABCDEF12".repeat(2))),
            ("GitHub", format!("ghp_{}", mixed(36))),
            ("GitHub", format!("github_pat_{}", mixed(22))),
            ("GitLab", format!("glpat-{}", mixed(20))),
            ("Slack", format!("xoxb-{}", "12345-6789")),
            ("Google", format!("AIza{}", mixed(35))),
            ("Stripe", format!("sk_live_{}", mixed(16))),
            ("npm", format!("npm_{}", mixed(36))),
            ("PyPI", format!("pypi-AgE{}", mixed(16))),
            ("Hugging", format!("hf_{}", mixed(30))),
            ("SendGrid", format!("SG.{}.{}", mixed(22), mixed(37))),
            ("DigitalOcean", format!("dop_v1_{}", mixed(64))),
            ("secret API", format!("sk-{}", mixed(20))),
            ("AWS", format!("ASIA{}", "ABCDEFGH".repeat(2))),
            ("GitHub", format!("gho_{}", "abCD".repeat(9))),
        ]
    }

    #[test]
    fn each_form_is_known_at_its_least_length_and_not_below() {
        for (what, sample) in samples() {
            assert!(credential(&sample).is_some_and(|said| said.contains(what)), "{sample}");
            assert!(credential(&format!("use {sample}, please")).is_some(), "{sample}");
            assert_eq!(credential(&sample[..sample.len() - 1]), None, "{sample}");
            assert_eq!(credential(&format!("x{sample}")), None, "{sample}");
        }
    }

    #[test]
    fn private_keys_tokens_and_passwords_are_known() {
        for kind in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
            assert_eq!(credential(&format!("-----BEGIN {kind}PRIVATE KEY-----")), Some("a private key"));
        }
        assert_eq!(credential("-----BEGIN PUBLIC KEY-----"), None);
        let part = "0123456789";
        assert!(credential(&format!("eyJ{part}.eyJ{part}.{part}")).is_some());
        for almost in [format!("eyJ{part}.eyJ{part}"), format!("eyJ{part}.abc{part}.{part}"), format!("eyJ{part}.eyJ{part}.abc")]
        {
            assert_eq!(credential(&almost), None, "{almost}");
        }
        assert!(credential("https://ada:secret1@example.com/x").is_some());
        for fine in
            ["https://example.com/a:b@c", "https://ada@example.com", "mail ada:lovelace@example.com", "https://example.com:8080"]
        {
            assert_eq!(credential(fine), None, "{fine}");
        }
    }

    #[test]
    fn words_are_not_credentials() {
        for fine in [
            "AKIA",
            "passphrase",
            "sk-",
            "risk-taker",
            "sk-a-house-rule-with-a-long-name",
            "ghp_short1",
            "eyJ",
            "",
            "é🎲",
            "core",
        ] {
            assert_eq!(credential(fine), None, "{fine}");
        }
    }

    #[test]
    fn they_are_told_where_they_stand() {
        let key = format!("ghp_{}", "Ab3dEf".repeat(6));
        let option =
            |members: &str| with("setupOptions", &format!("[{{\"key\":\"a\",\"label\":\"A\"}},{{\"key\":\"k\",{members}}}]"));
        for (members, at) in [
            (format!("\"label\":\"{key}\""), "error manifest-secret /setupOptions/1/label"),
            (format!("\"default\":\"{key}\""), "error manifest-secret /setupOptions/1/default"),
            (format!("\"help\":\"{key}\""), "warning manifest-secret /setupOptions/1/help"),
            (format!("\"options\":[{{}},{{\"value\":\"{key}\"}}]"), "error manifest-secret /setupOptions/1/options/1/value"),
            (format!("\"options\":[{{\"label\":\"{key}\"}}]"), "error manifest-secret /setupOptions/1/options/0/label"),
        ] {
            assert_one(&RULE, &option(&members), at);
        }
        assert_silent(&RULE, &option("\"default\":true,\"options\":[7],\"label\":null"));
        assert_eq!(found(&RULE, &option(&format!("\"default\":\"{key}\",\"options\":[{{\"value\":\"{key}\"}}]"))).len(), 2);
    }
}
