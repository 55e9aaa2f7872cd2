//! Prints python/hyperoxo/store/letters.json, by which names are judged: scripts of letters, and what letters look like.

use std::fmt::Write as _;

use unicode_normalization::UnicodeNormalization;
use unicode_script::UnicodeScript;
use unicode_security::UNICODE_VERSION;
use unicode_security::confusable_detection::skeleton;

const ABOUT: &str = "Made by make lock. scripts: where runs of characters begin, and their script, if they have one \
    of their own; looks: the text that stands for all that look like a character.";

fn main() {
    print!("{}", table());
}

/// Returns the table, without the characters that Unicode's form NFKC replaces, so that names have none.
fn table() -> String {
    let (mut scripts, mut looks) = (Vec::new(), Vec::new());
    let mut before = None;
    for character in '\0'..=char::MAX {
        let text = character.to_string();
        let script = match character.script().full_name() {
            "Common" | "Inherited" | "Unknown" => "",
            name => name,
        };
        if text.chars().nfkc().eq(text.chars()) && before.replace(script) != Some(script) {
            scripts.push((character, script.to_string()));
        }
        let look: String = skeleton(&text).collect();
        if text.chars().nfkd().eq(text.chars()) && !look.is_empty() && look != text {
            looks.push((character, look));
        }
    }
    let (one, two, three) = UNICODE_VERSION;
    format!(
        "{{\n\"about\": \"{ABOUT}\",\n\"unicode\": \"{one}.{two}.{three}\",\n\"scripts\": {},\n\"looks\": {}\n}}\n",
        object(&scripts),
        object(&looks)
    )
}

/// Returns an object of JSON, in the letters of ASCII.
fn object(pairs: &[(char, String)]) -> String {
    let lines: Vec<String> = pairs
        .iter()
        .map(|(key, value)| format!("{}: {}", quoted(&key.to_string()), quoted(value)))
        .collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() => quoted.push(byte.into()),
            _ => write!(quoted, "\\u{unit:04x}").expect("a string takes all"),
        }
    }
    quoted + "\""
}

#[test]
fn the_table_of_letters_is_that_of_the_locked_crates() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/hyperoxo/store/letters.json");
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == table(),
        "python/hyperoxo/store/letters.json differs from the tables of the locked crates: type make lock"
    );
}
