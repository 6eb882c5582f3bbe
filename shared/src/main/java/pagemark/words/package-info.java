/// Words that people write. [DidYouMean] finds the one that was probably meant, and [WrongValue]
/// says which values are valid.
///
/// This package uses no other one.
@NullMarked
package pagemark.words;

import org.jspecify.annotations.NullMarked;
