package pagemark.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Reads the lines of a file, decompressed if its name ends in `.gz`. Lines are bytes, so that one
/// line that is not text does not spoil the others.
///
/// @param file its position says how much of it was read
record LineSource(FileChannel file, InputStream lines) implements AutoCloseable {
  /// Enough for an item of 400 KB if JSON writes each byte as an escape of six characters.
  static final int LINE_BYTES_MAX = 4 * 1024 * 1024;

  private static final int BUFFER_BYTES = 1 << 16;

  static LineSource open(Path path) throws IOException {
    FileChannel file = FileChannel.open(path);
    try {
      InputStream bytes = Channels.newInputStream(file);
      boolean packed = path.toString().endsWith(".gz");
      InputStream lines = packed ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes;
      return new LineSource(file, new BufferedInputStream(lines, BUFFER_BYTES));
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /// The next line without its end, or null at the end of the file. A longer one is cut off behind
  /// the first byte that is too much.
  ///
  /// @param number its number, for the message
  /// @throws LoadException if it cannot be read
  byte @Nullable [] next(long number) {
    try {
      int next = lines.read();
      if (next < 0) {
        return null;
      }
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (; next >= 0 && next != '\n'; next = lines.read()) {
        if (line.size() <= LINE_BYTES_MAX) {
          line.write(next);
        }
      }
      return line.toByteArray();
    } catch (IOException e) {
      throw new LoadException(
          "the file cannot be read at line %d: %s".formatted(number, e.getMessage()), e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
