/// Sees to it that a stream is followed: notices a consumer that stands still, reads the stream
/// again if the store has lost writes, and marks generations whose index may differ from the table.
/// The entrance is [StreamWatch].
@NullMarked
package pagemark.watch;

import org.jspecify.annotations.NullMarked;
