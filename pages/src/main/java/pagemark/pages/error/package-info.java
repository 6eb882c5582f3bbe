/// The exceptions that callers of pages meet. This package uses no other one of the module.
@NullMarked
package pagemark.pages.error;

import org.jspecify.annotations.NullMarked;
