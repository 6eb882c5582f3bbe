/// Reads `listings.json`. Enter at [Listings].
///
/// 1. [JsonTree] parses the text. A [JsonValue] is a value that knows its path in the file.
/// 2. [ListingReader] reads a listing: [DefinitionReader] the part that its index depends on,
///    [PartitionsReader] and [TemplateReader] what can be queried and how it is partitioned.
/// 3. A [Mistake] does not stop the reading: [InvalidListingsException] reports all of them
///    together, each with its path.
///
/// [DefinitionReader#parse] also reads the definition that a generation stores.
///
/// This package may use `listing` and `key`. A function reads its listings once, at its start, in a
/// few milliseconds.
@NullMarked
package pagemark.listing.json;

import org.jspecify.annotations.NullMarked;
