package pagemark.local.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder in which a stack keeps its table from one start to the next. One stack uses it at a
/// time.
///
/// | file | content |
/// | --- | --- |
/// | `dynamodb/` | DynamoDB Local's data |
/// | `lock` | locked by the stack that uses the folder |
public record DataFolder(Path path, FileChannel lock) implements AutoCloseable {

  /// Opens the folder; creates it if it is missing.
  ///
  /// @throws StackException if that fails, or another stack uses the folder
  public static DataFolder open(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return locked(path, channel);
    } catch (IOException e) {
      throw new StackException(
          "the data folder %s cannot be used: %s".formatted(path, reason(e)), e);
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "this user may not write there";
      case FileAlreadyExistsException _ -> "it is a file";
      case NoSuchFileException _ -> "it cannot be created there";
      default -> String.valueOf(e.getMessage());
    };
  }

  private static DataFolder locked(Path path, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return new DataFolder(path, channel);
      }
    } catch (OverlappingFileLockException e) {
      // Another stack of this process holds the lock.
    }
    channel.close();
    throw new StackException("the data folder %s is in use by another stack".formatted(path));
  }

  public Path dynamodb() {
    return path.resolve("dynamodb");
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
