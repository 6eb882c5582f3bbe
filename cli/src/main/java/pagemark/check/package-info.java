/// What an existing table is like, and whether listings fit it. Enter at [TableCheck], or at
/// [ExistingTable] for a table alone.
///
/// 1. [TableEndpoint] makes the clients. [TableEndpoint.ReadOnlyGuard] refuses every operation that
///    could write, before a request is made. [TableQuestions] turns a failed call into a line that
///    says what to do.
/// 2. [TableFit] compares a listing with the table's key, indexes and stream.
/// 3. [Sampler] reads some items. [SampleFit] says which of them the listing has, and why not.
///    [SortForm] finds the sort type that their values have.
/// 4. The result is a list of [Finding]s.
///
/// `check`, `init`, `rebuild` and the trial of a table use this package. It costs a few Scan calls.
@NullMarked
package pagemark.check;

import org.jspecify.annotations.NullMarked;
