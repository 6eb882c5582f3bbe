package pagemark.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditResult.Repairs;
import pagemark.entry.Bytes;
import pagemark.key.KeyValue;
import pagemark.state.Inexact;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes a [Coverage] down, with the audit to which it belongs, and reads it again. Code of
/// another version refuses it.
///
/// Size: 40 bytes for each group, 8 for each bucket of a large one, 60 for each that is begun, 17
/// for each difference, and the keys of up to ten differences and of one item a segment.
///
/// @param generation the id of the audited generation
record CoverageBytes(String generation, double sample, boolean repair) {
  private static final int VERSION = 4;

  byte[] write(Coverage coverage) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeUTF(generation);
      out.writeDouble(sample);
      out.writeBoolean(repair);
      out.writeLong(coverage.seed);
      writeAll(coverage.marks, mark -> write(mark, out), out);
      for (AtomicLong count : counts(coverage)) {
        out.writeLong(count.get());
      }
      write(coverage.sums(), out);
      out.writeUTF(coverage.nodesAfter());
      writeAll(
          coverage.torn().entrySet(),
          group -> {
            out.writeUTF(group.getKey());
            out.writeUTF(group.getValue());
          },
          out);
      writeFound(coverage, out);
      coverage.fingerprints.write(out);
      writeAll(coverage.compared(), out::writeLong, out);
      writeAll(
          coverage.bookmarks().entrySet(),
          group -> {
            out.writeLong(group.getKey());
            group.getValue().write(out);
          },
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// @throws AuditException if the bytes are of another audit, or of another version
  Coverage read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      requireSame(in);
      long seed = in.readLong();
      Set<Inexact> marks = new HashSet<>();
      readAll(() -> marks.add(readMark(in)), in);
      Coverage coverage = new Coverage(seed, marks);
      for (AtomicLong count : counts(coverage)) {
        count.set(in.readLong());
      }
      coverage.add(readSums(in));
      coverage.nodesAfter(in.readUTF());
      readAll(() -> coverage.addTorn(in.readUTF(), in.readUTF()), in);
      readFound(coverage, in);
      coverage.fingerprints.read(in);
      readAll(() -> coverage.compared(in.readLong()), in);
      readAll(() -> coverage.add(in.readLong(), Bookmark.read(in)), in);
      return coverage;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes one of many.
  interface Writer<T> {
    void write(T each) throws IOException;
  }

  /// Reads one of many.
  interface Reader {
    void read() throws IOException;
  }

  static <T> void writeAll(Collection<T> all, Writer<T> writer, DataOutputStream out)
      throws IOException {
    out.writeInt(all.size());
    for (T each : all) {
      writer.write(each);
    }
  }

  /// Reads what [#writeAll] wrote.
  static void readAll(Reader reader, DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      reader.read();
    }
  }

  private void requireSame(DataInputStream in) throws IOException {
    if (in.readInt() != VERSION) {
      throw new AuditException("the audit was begun by another version: begin it anew");
    }
    CoverageBytes begun = new CoverageBytes(in.readUTF(), in.readDouble(), in.readBoolean());
    if (!begun.generation.equals(generation)) {
      throw new AuditException(
          "a rebuild has replaced the index since the audit began: begin anew");
    }
    if (!begun.equals(this)) {
      throw new AuditException(
          "the audit was begun with sample %s and repair %s".formatted(begun.sample, begun.repair));
    }
  }

  private static AtomicLong[] counts(Coverage coverage) {
    return new AtomicLong[] {
      coverage.items,
      coverage.indexed,
      coverage.groups,
      coverage.entries,
      coverage.unreadable,
      coverage.miscounted,
      coverage.unreachable,
      coverage.unlisted
    };
  }

  private static void write(Coverage.Sums sums, DataOutputStream out) throws IOException {
    out.writeLong(sums.repairs().settled());
    out.writeLong(sums.repairs().poisoned());
    out.writeLong(sums.repairs().open());
    out.writeLong(sums.unsettled());
    out.writeBoolean(sums.overflowed());
    out.writeBoolean(sums.judged());
    out.writeBoolean(sums.over());
  }

  private static Coverage.Sums readSums(DataInputStream in) throws IOException {
    return new Coverage.Sums(
        new Repairs(in.readLong(), in.readLong(), in.readLong()),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean());
  }

  private static void write(Inexact mark, DataOutputStream out) throws IOException {
    out.writeUTF(mark.cause().name());
    out.writeLong(mark.since().toEpochMilli());
    out.writeLong(mark.noticed().toEpochMilli());
  }

  private static Inexact readMark(DataInputStream in) throws IOException {
    return new Inexact(
        Inexact.Cause.valueOf(in.readUTF()),
        Instant.ofEpochMilli(in.readLong()),
        Instant.ofEpochMilli(in.readLong()));
  }

  /// Writes how far the segments have been read, and the differences.
  private static void writeFound(Coverage coverage, DataOutputStream out) throws IOException {
    writeAll(
        coverage.lastKeys().entrySet(),
        segment -> {
          out.writeInt(segment.getKey());
          write(segment.getValue(), out);
        },
        out);
    writeAll(coverage.ended(), out::writeInt, out);
    writeAll(
        coverage.found().entrySet(),
        item -> {
          out.writeLong(item.getKey());
          out.writeUTF(item.getValue().name());
        },
        out);
    writeAll(
        coverage.examples(),
        example -> {
          out.writeUTF(example.kind().name());
          write(example.key(), out);
        },
        out);
  }

  private static void readFound(Coverage coverage, DataInputStream in) throws IOException {
    readAll(() -> coverage.read(in.readInt(), readKey(in)), in);
    readAll(() -> coverage.read(in.readInt(), Map.of()), in);
    readAll(() -> coverage.found().put(in.readLong(), Kind.valueOf(in.readUTF())), in);
    readAll(
        () -> coverage.examples().add(new Difference(Kind.valueOf(in.readUTF()), readKey(in))), in);
  }

  private static void write(Map<String, AttributeValue> key, DataOutputStream out)
      throws IOException {
    writeAll(
        new TreeMap<>(key).entrySet(),
        attribute -> {
          KeyValue value = KeyValue.of(attribute.getValue());
          out.writeUTF(attribute.getKey());
          out.writeUTF(value.type().name());
          out.writeInt(value.bytes().length());
          out.write(value.bytes().toArray());
        },
        out);
  }

  private static Map<String, AttributeValue> readKey(DataInputStream in) throws IOException {
    Map<String, AttributeValue> key = new HashMap<>();
    readAll(
        () -> {
          String name = in.readUTF();
          AttributeValue.Type type = AttributeValue.Type.valueOf(in.readUTF());
          Bytes bytes = Bytes.of(in.readNBytes(in.readInt()));
          key.put(name, new KeyValue(type, bytes).value());
        },
        in);
    return key;
  }
}
