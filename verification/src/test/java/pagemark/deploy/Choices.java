package pagemark.deploy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Extent;

/// Parameters of stacks, by what they are about.
final class Choices {
  static final String TABLE_ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/orders";
  static final String STREAM_ARN = TABLE_ARN + "/stream/2026-01-01T00:00:00.000";
  static final String KEY_ARN = "arn:aws:kms:eu-central-1:123456789012:key/1234abcd";

  static final Map<String, String> OPEN = Map.of("AuthMode", "none");
  static final Map<String, String> JWT =
      Map.of(
          "AuthMode", "jwt",
          "JwtIssuer", "https://issuer.example.com/pool",
          "JwtAudience", "web,app");

  /// A token then also needs one of these scopes.
  static final Map<String, String> SCOPES = Map.of("JwtScopes", "pages.read,pages.all");

  static final Map<String, String> NONE = Map.of();
  static final Map<String, String> GIVEN_NETWORK =
      Map.of(
          "Network", "given",
          "VpcId", "vpc-0123abcd",
          "SubnetIds", "subnet-0123abcd,subnet-4567abcd");
  static final Map<String, String> NO_NETWORK = Map.of("Network", "none");
  static final Map<String, String> GIVEN_TABLE = Map.of("TableStreamArn", STREAM_ARN);
  static final Map<String, String> GIVEN_INDEX =
      Map.of("IndexUrl", "rediss://writer@redis.example.com:6390?cluster=true&iam=group");
  static final Map<String, String> READER =
      Map.of("ReaderIndexUrl", "rediss://reader@redis.example.com:6390?cluster=true&iam=group");

  /// A database on RDS that lets users in by IAM.
  static final Map<String, String> DATABASE =
      Map.of(
          "IndexKind", "sql",
          "IndexUrl", "jdbc:postgresql://index.abc123.eu-central-1.rds.amazonaws.com:5432/pagemark",
          "DatabaseResourceId", "db-ABCDEFGHIJKL01234");

  static final Map<String, String> AURORA =
      Map.of(
          "IndexKind", "sql",
          "IndexUrl", "jdbc:mysql://index.cluster-abc123.eu-central-1.rds.amazonaws.com:3306/pages",
          "DatabaseResourceId", "cluster-ABCDEFGHIJKL01234");

  /// Java trusts its certificate.
  static final Map<String, String> PROXY =
      Map.of(
          "IndexKind", "sql",
          "IndexUrl",
              "jdbc:mysql://index.proxy-abc123.eu-central-1.rds.amazonaws.com:3306/pages?tls=true",
          "DatabaseResourceId", "prx-ABCDEFGHIJKL01234");

  /// A secret that holds URLs with passwords.
  static final Map<String, String> SECRET =
      Map.of(
          "IndexSecretArn",
          "arn:aws:secretsmanager:eu-central-1:123456789012:secret:pagemark/index-AbCdEf");

  static final Map<String, String> SQL = Map.of("IndexKind", "sql");

  static final Map<String, String> DYNAMODB = Map.of("IndexKind", "dynamodb");

  private Choices() {}

  /// All of them in one.
  @SafeVarargs
  static Map<String, String> all(Map<String, String>... choices) {
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> choice : choices) {
      all.putAll(choice);
    }
    return all;
  }

  /// Parameters in the form of `Network=none IndexKind=sql`, beside an open API.
  static Map<String, String> parsed(@Nullable String text) {
    Map<String, String> all = new HashMap<>(OPEN);
    if (text != null) {
      for (String each : text.split(" ", -1)) {
        String[] parts = each.split("=", 2);
        all.put(parts[0], parts[1]);
      }
    }
    return all;
  }

  private static final Map<String, String> GIVEN_INDEX_IN_NETWORK =
      all(
          GIVEN_NETWORK,
          GIVEN_INDEX,
          Map.of("IndexSecurityGroupId", "sg-0123abcd", "IndexPort", "6390"));

  private static Map<String, String> group(int port) {
    return Map.of("IndexSecurityGroupId", "sg-4567abcd", "IndexPort", Integer.toString(port));
  }

  /// Where a database on RDS may be.
  static final List<Map<String, String>> DATABASES =
      List.of(
          all(GIVEN_NETWORK, DATABASE, group(5432)),
          all(GIVEN_NETWORK, AURORA, group(3306)),
          all(NO_NETWORK, DATABASE),
          all(NO_NETWORK, PROXY));

  /// Where the index of a URL or a secret may be.
  static final List<Map<String, String>> GIVEN_INDEXES =
      List.of(
          GIVEN_INDEX_IN_NETWORK,
          all(GIVEN_INDEX_IN_NETWORK, READER),
          all(NO_NETWORK, GIVEN_INDEX),
          all(NO_NETWORK, GIVEN_INDEX, READER),
          all(GIVEN_NETWORK, SECRET, group(6390)),
          all(NO_NETWORK, SECRET),
          all(GIVEN_NETWORK, SQL, SECRET, group(5433)),
          all(NO_NETWORK, SQL, SECRET));

  /// Where the functions may be if the index is in DynamoDB.
  static final List<Map<String, String>> WITH_DYNAMODB =
      List.of(
          all(NO_NETWORK, DYNAMODB),
          all(
              GIVEN_NETWORK,
              DYNAMODB,
              Map.of(
                  "IndexReadUnitsMax", "4000",
                  "IndexWriteUnitsMax", "1000",
                  "IndexWindowSeconds", "5")));

  /// Where an index of one's own may be.
  static final List<Map<String, String>> GIVEN_STORES =
      Stream.of(GIVEN_INDEXES, DATABASES).flatMap(List::stream).toList();

  /// Where no cache is created.
  static final List<Map<String, String>> WITHOUT_CACHE =
      Stream.of(GIVEN_STORES, WITH_DYNAMODB).flatMap(List::stream).toList();

  static final Map<String, String> ZONES =
      Map.of("AvailabilityZones", "eu-central-1a,eu-central-1b,eu-central-1c");

  private static final Map<String, String> WINDOW = Map.of("IndexWindowSeconds", "20");

  /// Where a created cache may be.
  static final List<Map<String, String>> CACHES = List.of(NONE, all(ZONES, WINDOW), GIVEN_NETWORK);

  /// Where the functions and the index may be.
  static final List<Map<String, String>> PLACES =
      Stream.of(CACHES, WITHOUT_CACHE).flatMap(List::stream).toList();

  static final List<Map<String, String>> AUTHS = List.of(OPEN, JWT, all(JWT, SCOPES));

  /// What a stack has or lacks, whatever its place and its tokens.
  static final List<Map<String, String>> EXTRAS =
      List.of(
          GIVEN_TABLE,
          Map.of("DynamoDbPrefixListId", "pl-0123abcd"),
          Map.of("EncryptionKeyArn", KEY_ARN),
          Map.of("SnapStart", "7", "ApiConcurrencyMax", "5"),
          Map.of(
              "CorsOrigins",
              "https://example.com,https://example.org",
              "BasePath",
              "https://example.com/shop"),
          Map.of(
              "AlarmTopicArn",
              "arn:aws:sns:eu-central-1:123456789012:on-call",
              "AccessLog",
              "off",
              "GatewayLog",
              "on",
              "SyncConcurrencyMax",
              "5",
              "Tracing",
              "on"),
          Map.of(
              "AuditSchedule",
              "rate(1 day)",
              "CursorKeyVersionId",
              "01234567-0123-0123-0123-0123456789ab"));

  /// Each holds the bits of four extras. A set with an even number of each four is one of 16 in
  /// which any three extras meet in all eight ways: an orthogonal array of strength three.
  private static final int[] FOURS = {0b0010111, 0b0101011, 0b1001101};

  /// What each condition of the template hangs on: every place with a way to log in, and with every
  /// combination of any three extras. A thorough run has every place with all ways to log in and
  /// all combinations of extras, which are 24 times as many.
  static Stream<Map<String, String>> everything() {
    return IntStream.range(0, PLACES.size())
        .boxed()
        .flatMap(place -> auths(place).map(auth -> all(PLACES.get(place), auth)))
        .flatMap(some -> extras().map(extras -> all(some, extras)));
  }

  private static Stream<Map<String, String>> auths(int place) {
    return Extent.of(Stream.of(AUTHS.get(place % AUTHS.size())), AUTHS.stream());
  }

  private static Stream<Map<String, String>> extras() {
    int fours = Extent.of(FOURS.length, 0);
    return IntStream.range(0, 1 << EXTRAS.size())
        .filter(bits -> Arrays.stream(FOURS).limit(fours).allMatch(four -> isEven(bits & four)))
        .mapToObj(Choices::extras);
  }

  private static boolean isEven(int bits) {
    return Integer.bitCount(bits) % 2 == 0;
  }

  private static Map<String, String> extras(int bits) {
    Map<String, String> extras = new HashMap<>();
    for (int i = 0; i < EXTRAS.size(); i++) {
      if ((bits >> i & 1) == 1) {
        extras.putAll(EXTRAS.get(i));
      }
    }
    return extras;
  }
}
