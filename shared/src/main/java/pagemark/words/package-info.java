/// Words that people write: finds the one that was probably meant.
///
/// Enter at `DidYouMean`. This package uses no other one.
@NullMarked
package pagemark.words;

import org.jspecify.annotations.NullMarked;
