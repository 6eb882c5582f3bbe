package pagemark.load;

/// The progress of a load.
///
/// @param loaded the lines whose items are in the table
/// @param failed the lines that failed
/// @param bytesRead the bytes of the file that were read, before decompression
/// @param bytes the file's size
public record LoadCount(long loaded, long failed, long bytesRead, long bytes) {}
