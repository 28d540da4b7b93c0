//! A table as a JSON Schema.
