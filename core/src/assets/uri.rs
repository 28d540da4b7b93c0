//! The addresses by which a `.gltf` names its buffers and pictures: relative to its own folder, percent-encoded (glTF 2.0
//! specification, section “URIs”).

use crate::pack::PackPath;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// What cannot stand in the path of an address as it is.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The file of the pack that `uri` means in the file `holder`; `None` where it means none: data in the address itself, a web
/// address, a path out of the pack.
pub(super) fn resolve(holder: &PackPath, uri: &str) -> Option<PackPath> {
    if uri.starts_with('/') || uri.split('/').next().is_some_and(|first| first.contains(':')) {
        return None;
    }
    let uri = percent_decode_str(uri).decode_utf8().ok()?;
    let mut parts: Vec<&str> = holder.as_str().split('/').collect();
    parts.pop();
    for part in uri.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    PackPath::parse(&parts.join("/")).ok()
}

/// The address of `target` in the file `holder`.
pub(super) fn relative(holder: &PackPath, target: &PackPath) -> String {
    let (mut from, mut to): (Vec<&str>, Vec<&str>) = (holder.as_str().split('/').collect(), target.as_str().split('/').collect());
    let name = to.pop().unwrap_or_default();
    from.pop();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    let parts: Vec<String> =
        up.chain(to[shared..].iter().copied()).chain([name]).map(|part| utf8_percent_encode(part, ENCODED).to_string()).collect();
    let address = parts.join("/");
    // A first part with a colon would read as the scheme of a web address.
    if parts[0].contains(':') { format!("./{address}") } else { address }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> PackPath {
        PackPath::parse(text).unwrap()
    }

    #[test]
    fn addresses_count_from_the_folder_of_the_file() {
        let holder = path("m/set/a.gltf");
        for (uri, target) in [
            ("a.bin", "m/set/a.bin"),
            ("./t/b%20c%25.png", "m/set/t/b c%.png"),
            ("../x.png", "m/x.png"),
            ("../../x.png", "x.png"),
            ("%C3%A9.png", "m/set/é.png"),
            ("t/../a.bin", "m/set/a.bin"),
        ] {
            assert_eq!(resolve(&holder, uri), Some(path(target)), "{uri}");
        }
        for uri in
            ["data:application/octet-stream;base64,AA", "https://a.example/a.bin", "/a.bin", "../../../a.bin", "", "%ff.png"]
        {
            assert_eq!(resolve(&holder, uri), None, "{uri}");
        }
    }

    #[test]
    fn an_address_leads_back_to_its_file() {
        let paths = ["a.gltf", "m/a.gltf", "m/set/a.gltf", "n/b c%.gltf", "m/é#?.gltf", "m/x:y/a.gltf"];
        for holder in paths {
            for target in paths {
                let uri = relative(&path(holder), &path(target));
                assert_eq!(resolve(&path(holder), &uri), Some(path(target)), "{holder} {target}: {uri}");
            }
        }
        assert_eq!(relative(&path("m/a.gltf"), &path("t/b c.png")), "../t/b%20c.png");
        assert_eq!(relative(&path("m/a.gltf"), &path("m/a.bin")), "a.bin");
    }
}
