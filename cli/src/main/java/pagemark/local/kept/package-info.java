/// Keeps a stack's data from one start to the next (`--data-dir`), and decides which of it may be
/// shown. Enter at [IndexTrust], which has the rules.
///
/// 1. [DataFolder] holds the data of both servers, and locks it against a second stack.
/// 2. While the stack runs, [FollowedRecorder] writes to a [FollowedNote] how far the index has
///    [followed][Followed] the table.
/// 3. At the next start [IndexTrust] reads the note. The API sees only the [TrustedGenerations].
///
/// This package may use `data`, and the state of `pump`. It costs one small file write every ten
/// seconds.
@NullMarked
package pagemark.local.kept;

import org.jspecify.annotations.NullMarked;
