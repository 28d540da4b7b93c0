//! The command line: one file a command. A command takes what was asked for and two writers, and gives the exit code of
//! the design's section 6; it opens no window and asks nothing.

pub mod variants;
