package pagemark.load;

/// The progress of a load.
///
/// @param loaded the lines whose items are in the table
/// @param failed the lines that failed
/// @param bytesRead the bytes of the file that were read, before decompression; without a file, the
///   items that were taken
/// @param bytes the file's size; without a file, the number of items
public record LoadCount(long loaded, long failed, long bytesRead, long bytes) {}
