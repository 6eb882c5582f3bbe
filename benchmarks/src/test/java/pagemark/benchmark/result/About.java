package pagemark.benchmark.result;

/// What the numbers of a benchmark mean.
///
/// @param id its name on the command line, such as `depth`
/// @param meaning what its numbers say, and how they were got
/// @param floor what nobody could go below
/// @param baseline the peer that does the same work on the same data in the same run
public record About(String id, String title, String meaning, String floor, String baseline) {}
