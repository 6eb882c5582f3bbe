/// Tests that the documents are true.
@NullMarked
package pagemark.docs;

import org.jspecify.annotations.NullMarked;
