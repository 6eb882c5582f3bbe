package pagemark.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;

/// Reads the lines of a file, decompressed if its name ends in `.gz`. Lines are bytes, so that one
/// line that is not text does not spoil the others.
final class LineSource implements AutoCloseable {
  /// Enough for an item of 400 KB if JSON writes each byte as an escape of six characters.
  static final int LINE_BYTES_MAX = 4 * 1024 * 1024;

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream lines;
  private final AtomicLong read;

  private LineSource(InputStream lines, AtomicLong read) {
    this.lines = lines;
    this.read = read;
  }

  /// One line.
  ///
  /// @param bytes the line without its end, cut off at [#LINE_BYTES_MAX]
  record Line(Bytes bytes, boolean tooLong) {}

  static LineSource open(Path file) throws IOException {
    AtomicLong read = new AtomicLong();
    InputStream bytes = new CountingStream(Files.newInputStream(file), read);
    try {
      boolean packed = file.toString().endsWith(".gz");
      InputStream lines = packed ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes;
      return new LineSource(new BufferedInputStream(lines, BUFFER_BYTES), read);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /// The next line, or null at the end of the file.
  @Nullable Line next() throws IOException {
    int next = lines.read();
    if (next < 0) {
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    for (; next >= 0 && next != '\n'; next = lines.read()) {
      if (line.size() < LINE_BYTES_MAX) {
        line.write(next);
      } else {
        tooLong = true;
      }
    }
    return new Line(Bytes.of(line.toByteArray()), tooLong);
  }

  /// The number of bytes of the file that were read, before decompression.
  long bytesRead() {
    return read.get();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private static final class CountingStream extends FilterInputStream {
    private final AtomicLong read;

    CountingStream(InputStream in, AtomicLong read) {
      super(in);
      this.read = read;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      read.addAndGet(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      int count = super.read(buffer, from, length);
      read.addAndGet(Math.max(0, count));
      return count;
    }
  }
}
