//! Tests of the window: real pixels through a context without a display, and everything found by its AccessKit name.

mod controls;
