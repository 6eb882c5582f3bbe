package pagemark.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditResult.Repairs;
import pagemark.state.Inexact;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes a [Coverage] down, with the audit to which it belongs, and reads it again. Code of
/// another version refuses it.
///
/// Size: 32 bytes for each group, 17 for each difference, and the keys of up to ten differences and
/// of one item a segment.
///
/// @param generation the id of the audited generation
record CoverageBytes(String generation, double sample, boolean repair) {
  private static final int VERSION = 2;

  byte[] write(Coverage coverage) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeUTF(generation);
      out.writeDouble(sample);
      out.writeBoolean(repair);
      out.writeLong(coverage.seed);
      writeMarks(coverage.marks, out);
      for (AtomicLong count : counts(coverage)) {
        out.writeLong(count.get());
      }
      writeSums(coverage.sums(), out);
      out.writeUTF(coverage.nodesAfter());
      writeSegments(coverage, out);
      writeDifferences(coverage, out);
      coverage.tallies.write(out);
      writeLongs(coverage.compared(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// @throws AuditException if the bytes are of another audit, or of another version
  Coverage read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      requireSame(in);
      Coverage coverage = new Coverage(in.readLong(), readMarks(in));
      for (AtomicLong count : counts(coverage)) {
        count.set(in.readLong());
      }
      coverage.add(readSums(in));
      coverage.nodesAfter(in.readUTF());
      readSegments(coverage, in);
      readDifferences(coverage, in);
      coverage.tallies.read(in);
      readLongs(in).forEach(coverage::compared);
      return coverage;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private static void writeSums(Coverage.Sums sums, DataOutputStream out) throws IOException {
    out.writeLong(sums.repairs().settled());
    out.writeLong(sums.repairs().poisoned());
    out.writeLong(sums.repairs().open());
    out.writeLong(sums.unsettled());
    out.writeLong(sums.oversized());
    out.writeBoolean(sums.overflowed());
    out.writeBoolean(sums.judged());
    out.writeBoolean(sums.over());
  }

  private static Coverage.Sums readSums(DataInputStream in) throws IOException {
    return new Coverage.Sums(
        new Repairs(in.readLong(), in.readLong(), in.readLong()),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean());
  }

  private static void writeMarks(Set<Inexact> marks, DataOutputStream out) throws IOException {
    out.writeInt(marks.size());
    for (Inexact mark : marks) {
      out.writeUTF(mark.cause().name());
      out.writeLong(mark.since().toEpochMilli());
      out.writeLong(mark.noticed().toEpochMilli());
    }
  }

  private static Set<Inexact> readMarks(DataInputStream in) throws IOException {
    Set<Inexact> marks = new HashSet<>();
    for (int left = in.readInt(); left > 0; left--) {
      marks.add(
          new Inexact(
              Inexact.Cause.valueOf(in.readUTF()),
              Instant.ofEpochMilli(in.readLong()),
              Instant.ofEpochMilli(in.readLong())));
    }
    return marks;
  }

  private static void writeSegments(Coverage coverage, DataOutputStream out) throws IOException {
    Map<Integer, Map<String, AttributeValue>> begun = coverage.lastKeys();
    out.writeInt(begun.size());
    for (Map.Entry<Integer, Map<String, AttributeValue>> segment : begun.entrySet()) {
      out.writeInt(segment.getKey());
      writeKey(segment.getValue(), out);
    }
    Set<Integer> ended = coverage.ended();
    out.writeInt(ended.size());
    for (int segment : ended) {
      out.writeInt(segment);
    }
  }

  private static void readSegments(Coverage coverage, DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      coverage.read(in.readInt(), readKey(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      coverage.read(in.readInt(), Map.of());
    }
  }

  private static void writeDifferences(Coverage coverage, DataOutputStream out) throws IOException {
    out.writeInt(coverage.found().size());
    for (Map.Entry<Long, Kind> item : coverage.found().entrySet()) {
      out.writeLong(item.getKey());
      out.writeUTF(item.getValue().name());
    }
    out.writeInt(coverage.examples().size());
    for (Difference example : coverage.examples()) {
      out.writeUTF(example.kind().name());
      writeKey(example.key(), out);
    }
  }

  private static void readDifferences(Coverage coverage, DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      coverage.found().put(in.readLong(), Kind.valueOf(in.readUTF()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      coverage.examples().add(new Difference(Kind.valueOf(in.readUTF()), readKey(in)));
    }
  }

  private static void writeKey(Map<String, AttributeValue> key, DataOutputStream out)
      throws IOException {
    out.writeInt(key.size());
    for (Map.Entry<String, AttributeValue> attribute : new TreeMap<>(key).entrySet()) {
      AttributeValue value = attribute.getValue();
      out.writeUTF(attribute.getKey());
      out.writeUTF(value.type().name());
      byte[] bytes =
          switch (value.type()) {
            case S -> SdkBytes.fromUtf8String(value.s()).asByteArrayUnsafe();
            case N -> SdkBytes.fromUtf8String(value.n()).asByteArrayUnsafe();
            case B -> value.b().asByteArrayUnsafe();
            default -> throw new IllegalArgumentException("not a key attribute: " + value.type());
          };
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static Map<String, AttributeValue> readKey(DataInputStream in) throws IOException {
    Map<String, AttributeValue> key = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      AttributeValue.Type type = AttributeValue.Type.valueOf(in.readUTF());
      SdkBytes bytes = SdkBytes.fromByteArray(in.readNBytes(in.readInt()));
      key.put(
          name,
          switch (type) {
            case S -> AttributeValue.fromS(bytes.asUtf8String());
            case N -> AttributeValue.fromN(bytes.asUtf8String());
            default -> AttributeValue.fromB(bytes);
          });
    }
    return key;
  }

  private static void writeLongs(Set<Long> longs, DataOutputStream out) throws IOException {
    out.writeInt(longs.size());
    for (long each : longs) {
      out.writeLong(each);
    }
  }

  private static Set<Long> readLongs(DataInputStream in) throws IOException {
    Set<Long> longs = new HashSet<>();
    for (int left = in.readInt(); left > 0; left--) {
      longs.add(in.readLong());
    }
    return longs;
  }
}
