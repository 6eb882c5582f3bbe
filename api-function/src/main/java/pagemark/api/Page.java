package pagemark.api;

import java.time.Duration;

/// A page as it is answered.
///
/// @param total items of the whole group, of the same moment as the page
/// @param indexCalls calls of the index
/// @param indexTime what they took, with the generation's look-up
/// @param tableTime what reading the items took
record Page(
    PageRequest request,
    long total,
    Checked checked,
    int indexCalls,
    Duration indexTime,
    Duration tableTime) {}
