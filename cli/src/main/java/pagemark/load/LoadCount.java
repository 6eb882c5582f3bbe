package pagemark.load;

/// How far a load has come.
///
/// @param loaded lines whose items are in the table
/// @param failed lines that are not
/// @param bytesRead of the file, packed as it is
/// @param bytes the file's size
public record LoadCount(long loaded, long failed, long bytesRead, long bytes) {}
