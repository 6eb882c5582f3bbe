/// The exceptions that callers of pages meet. This package uses no other one of the module. Enter
/// at [PagesException], the parent of all.
@NullMarked
package pagemark.pages.error;

import org.jspecify.annotations.NullMarked;
