package pagemark.state.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;

/// The witnesses of a note as compressed bytes, because DynamoDB charges for each KB that is
/// written. What is alike lies together: first all times, then all groups, items, fences, and the
/// entries of those without a fence.
record WitnessBytes(String listing, String generation, Instant oldest) {
  private record Text(Bytes bytes) {
    static Text of(String text) {
      return new Text(Bytes.utf8(text));
    }

    static Text read(DataInputStream in) throws IOException {
      return new Text(Bytes.of(in.readNBytes(in.readInt())));
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(bytes.length());
      out.write(bytes.toArray());
    }

    String text() {
      return new String(bytes.toArray(), UTF_8);
    }
  }

  byte[] write(List<Witness> witnesses) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
      write(witnesses, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private void write(List<Witness> witnesses, DataOutputStream out) throws IOException {
    out.writeInt(witnesses.size());
    for (Witness witness : witnesses) {
      out.writeInt(Math.toIntExact(Duration.between(oldest, witness.at()).toMillis()));
    }
    for (Witness witness : witnesses) {
      Text.of(witness.group().group().text()).write(out);
    }
    for (Witness witness : witnesses) {
      new Text(witness.item()).write(out);
    }
    for (Witness witness : witnesses) {
      Text.of(witness.fence() == null ? "" : witness.fence().mark()).write(out);
    }
    for (Witness witness : witnesses) {
      if (witness.fence() == null && witness.entry() != null) {
        write(witness.entry(), out);
      }
    }
  }

  private static void write(Entry entry, DataOutputStream out) throws IOException {
    Text.of(entry.cell().name()).write(out);
    out.writeDouble(entry.position().score());
    new Text(entry.position().member()).write(out);
  }

  List<Witness> read(byte[] bytes) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      return read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Witness> read(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Instant> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      times.add(oldest.plusMillis(in.readInt()));
    }
    List<Text> groups = texts(count, in);
    List<Text> items = texts(count, in);
    List<Text> fences = texts(count, in);
    List<Witness> witnesses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String mark = fences.get(i).text();
      Fence fence = mark.isEmpty() ? null : Fence.of(mark, null);
      GroupRef group = new GroupRef(generation, listing, new Group(groups.get(i).text()));
      Entry entry = fence == null ? entry(in) : null;
      witnesses.add(new Witness(group, items.get(i).bytes(), fence, entry, times.get(i)));
    }
    return witnesses;
  }

  private static List<Text> texts(int count, DataInputStream in) throws IOException {
    List<Text> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(Text.read(in));
    }
    return texts;
  }

  private static Entry entry(DataInputStream in) throws IOException {
    Cell cell = new Cell(Text.read(in).text());
    return new Entry(cell, new Position(in.readDouble(), Text.read(in).bytes()));
  }
}
