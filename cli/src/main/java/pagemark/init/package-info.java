/// Writes a first definition for an existing table. Enter at [Draft].
///
/// 1. [Draft.Candidate] is what can be listed: an index with a sort key, the table by its key, the
///    whole table, or a kind of items of a single-table design.
/// 2. [ListingDraft] makes a listing of it: the sort type from the values of some items
///    ([SortForm][pagemark.check.SortForm]), further sorts if items are read by key ([SortGuess]),
///    filters from attributes with few values ([FilterDraft]).
/// 3. [Draft] names the listings, and checks what it has written as `check` does.
///
/// It costs a few Scan calls, as [Sampler][pagemark.check.Sampler] says.
@NullMarked
package pagemark.init;

import org.jspecify.annotations.NullMarked;
