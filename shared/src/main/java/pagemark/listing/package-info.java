/// What is listed and how: the definitions of `listings.json`, and the one function that says where
/// an item belongs.
///
/// Enter at [Listings#parse] and [IndexDefinition#indexable].
@NullMarked
package pagemark.listing;

import org.jspecify.annotations.NullMarked;
