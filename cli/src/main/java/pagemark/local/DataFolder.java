package pagemark.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What a stack keeps from one start to the next; one stack at a time.
///
/// | in it | is |
/// | --- | --- |
/// | `dynamodb/` | DynamoDB Local's data |
/// | `redis/` | the data of the stack's own Redis, with a [FollowedNote]: a copy of it holds both |
/// | `followed-HOST-PORT` | the note of an index that runs elsewhere |
/// | `lock` | held by the stack that uses the folder |
record DataFolder(Path path, FileChannel lock) implements AutoCloseable {

  /// Creates what is missing.
  ///
  /// @throws StackException where that fails, or another stack uses the folder
  static DataFolder open(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return locked(path, channel);
    } catch (IOException e) {
      throw new StackException("the data folder %s cannot be used: %s".formatted(path, e), e);
    }
  }

  private static DataFolder locked(Path path, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return new DataFolder(path, channel);
      }
    } catch (OverlappingFileLockException e) {
      // by another stack of this process
    }
    channel.close();
    throw new StackException("the data folder %s is in use by another stack".formatted(path));
  }

  Path dynamodb() {
    return path.resolve("dynamodb");
  }

  Path redis() {
    return path.resolve("redis");
  }

  FollowedNote note(LocalIndex index) {
    return new FollowedNote(
        index.server() == null
            ? path.resolve("followed-" + index.address().replaceAll("[^a-zA-Z0-9.]+", "-"))
            : redis().resolve("followed"));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
