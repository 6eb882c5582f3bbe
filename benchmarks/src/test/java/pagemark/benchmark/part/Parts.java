package pagemark.benchmark.part;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import pagemark.entry.Position;
import pagemark.listing.Indexable;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.cursor.CursorKeys;
import pagemark.pages.scope.CursorPoint;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Measures, in one thread, the code that runs once for each item or cursor.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Parts {
  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final String ID = "3f0c8a52-6f3b-4c43-9d0e-0a55c9e1b7d2";
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "id", fromS(ID),
          "log", fromS("one"),
          "at", fromN("1714549200"),
          "time", fromS("2024-05-01 07:40:00"),
          "rating", fromN("4"));

  private final Listing byNumber = listing("{\"attribute\": \"at\", \"type\": \"integer\"}");
  private final Listing byTime =
      listing(
          "{\"attribute\": \"time\", \"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd"
              + " HH:mm:ss\"}");
  private final Listing byText = listing("{\"attribute\": \"time\", \"type\": \"string\"}");
  private final Position position = position(byText);
  private final pagemark.pages.scope.Scope scope =
      pagemark.pages.scope.Scope.of(byText, List.of("one"));
  private final CursorPoint point = new CursorPoint(true, position, false);
  private final CursorCipher cipher =
      new CursorCipher(Optional.of(new CursorKeys(KEY, Optional.empty())), InstantSource.system());
  private final String cursor = cipher.seal(scope, point).orElseThrow();
  private final SecretKeySpec key = new SecretKeySpec(HexFormat.of().parseHex(KEY), "AES");
  private final byte[] plain = new byte[64];

  private static Listing listing(String sort) {
    String json =
        """
        {"entries": {"table": "entries", "group": {"attribute": "log"}, "sort": %s,
          "key": [{"attribute": "id"}], "attributes": "*",
          "filters": {"rating": {"attribute": "rating", "values": [1, 2, 3, 4, 5]}}}}
        """
            .formatted(sort);
    return Listings.parse(json, Map.of()).find("entries").orElseThrow();
  }

  private static Position position(Listing listing) {
    if (!(listing.definition().indexable(ITEM) instanceof Indexable.Indexed(var _, var entry))) {
      throw new IllegalStateException("not indexed");
    }
    return entry.position();
  }

  /// An item's group, cell and position; sorted by an integer.
  @Benchmark
  public Indexable itemByInteger() {
    return byNumber.definition().indexable(ITEM);
  }

  /// The same, sorted by a time in a pattern.
  @Benchmark
  public Indexable itemByTime() {
    return byTime.definition().indexable(ITEM);
  }

  /// The same, sorted by a text.
  @Benchmark
  public Indexable itemByText() {
    return byText.definition().indexable(ITEM);
  }

  /// The floor of the three: the item's texts as bytes.
  @Benchmark
  public int itemTexts() {
    int bytes = 0;
    for (AttributeValue value : ITEM.values()) {
      String text = value.s() == null ? value.n() : value.s();
      bytes += text.getBytes(UTF_8).length;
    }
    return bytes;
  }

  @Benchmark
  public String sealCursor() {
    return cipher.seal(scope, point).orElseThrow();
  }

  @Benchmark
  public CursorPoint openCursor() {
    return cipher.open(scope, cursor).orElseThrow();
  }

  /// The baseline of cursors: 64 bytes by the JDK's AES-256-GCM, which needs a nonce.
  @Benchmark
  public byte[] aesGcm() throws Exception {
    Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
    gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
    return gcm.doFinal(plain);
  }
}
