/// Folds texts, so that `Müller`, `MULLER` and `muller` are one text.
///
/// Enter at [Folding]. The rules are a table of our own, because those of Java change with its
/// version: a function and a command would fold one text in two ways. This package uses Java alone.
/// It reads its table once, when the first text is folded.
@NullMarked
package pagemark.folding;

import org.jspecify.annotations.NullMarked;
