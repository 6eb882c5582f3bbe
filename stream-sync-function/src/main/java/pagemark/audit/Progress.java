package pagemark.audit;

import static com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility.ANY;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Group;
import pagemark.entry.Sha256;
import pagemark.index.IndexException;
import pagemark.key.KeyValue;
import pagemark.state.Inexact;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How far an audit has come. One that takes several invocations goes on with what the last one has
/// kept. Memory: some 150 bytes for each group of the listing, kept in some 20.
@JsonAutoDetect(fieldVisibility = ANY)
final class Progress {
  private static final int TORN_MAX = 1_000;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Names the generation, and what is compared.
  String audit = "";

  /// Chooses segments and groups: the same ones in all invocations.
  long seed;

  /// How many segments the table has, how many are read, and whether of each only a page.
  int segments;

  int chosen;
  boolean draws;

  /// When the marks were noticed that the generation had when the audit began.
  final ConcurrentHashMap<Inexact.Cause, Long> marks = new ConcurrentHashMap<>();

  /// The last key that was read in each segment that is begun; empty at its end.
  final ConcurrentHashMap<Integer, Map<String, Map<String, String>>> pages =
      new ConcurrentHashMap<>();

  /// By a hash, so that long names take no memory.
  final ConcurrentHashMap<Long, Tally> groups = new ConcurrentHashMap<>();

  final ConcurrentHashMap<Count, Long> counts = new ConcurrentHashMap<>();

  /// The reason why each torn group cannot be read, by the group's text.
  final ConcurrentHashMap<String, String> torn = new ConcurrentHashMap<>();

  /// What is known of a group. One thread reads a group at a time.
  @JsonAutoDetect(fieldVisibility = ANY)
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  static final class Tally {
    /// How many entries the index had before the items were read, and how many they confirmed.
    long before;

    long confirmed;

    /// Whether it must be read: an item's entry is missing, or numbers differ.
    boolean doubtful;

    boolean listed;
    boolean done;

    /// The set, and the place in it, at which reading goes on.
    int set;

    byte[] from = {};

    synchronized void add(long entries, boolean lacks) {
      confirmed += entries;
      doubtful |= lacks;
    }
  }

  static long hash(Group group) {
    return ByteBuffer.wrap(Sha256.of(group.text().getBytes(UTF_8))).getLong();
  }

  Tally tally(Group group) {
    return groups.computeIfAbsent(hash(group), _ -> new Tally());
  }

  /// Where the reading of a segment goes on: after the item with this key. Empty at its begin, null
  /// if nothing is left to read.
  @Nullable Map<String, AttributeValue> after(int segment) {
    Map<String, Map<String, String>> last = pages.get(segment);
    return last == null ? Map.of() : last.isEmpty() ? null : KeyValue.key(last);
  }

  /// @param lastKey empty if nothing is left to read
  void read(int segment, Map<String, AttributeValue> lastKey) {
    pages.put(segment, KeyValue.json(lastKey));
  }

  void count(Count of, long more) {
    counts.merge(of, more, Long::sum);
  }

  long count(Count of) {
    return counts.getOrDefault(of, 0L);
  }

  boolean isTorn(Group group) {
    return torn.containsKey(group.text());
  }

  void tear(IndexException.Torn found) {
    Group group = found.group().group();
    if (torn.size() < TORN_MAX) {
      torn.putIfAbsent(group.text(), String.valueOf(found.getMessage()));
    }
    tally(group).done = true;
  }

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      MAPPER.writeValue(out, this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Reads what [#bytes] wrote.
  ///
  /// @throws AuditException if another version, or an audit of something else, has written it
  static Progress of(byte[] bytes, String audit) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      Progress read = MAPPER.readValue(in, Progress.class);
      AuditException.unless(
          read.audit.equals(audit),
          "the audit was begun as %s, not as %s: begin anew".formatted(read.audit, audit));
      return read;
    } catch (JsonProcessingException e) {
      throw new AuditException("the audit was begun by another version: begin it anew");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
