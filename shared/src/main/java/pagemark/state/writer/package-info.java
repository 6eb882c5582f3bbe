/// What the stream's writers know. Enter at [Writers].
///
/// - A [WriterNote] says which generations a process follows, and up to which time. A rebuild waits
///   until every writer follows its generation.
/// - [WitnessNotes] have writes that a store has acknowledged. The repair function checks later
///   that the store still has them.
///
/// The notes are kept for a day. A writer makes a few notes a minute, and under load one for each
/// thousand records or so, with some of the witnesses.
///
/// This package may use `pagemark.state` and `index`.
@NullMarked
package pagemark.state.writer;

import org.jspecify.annotations.NullMarked;
