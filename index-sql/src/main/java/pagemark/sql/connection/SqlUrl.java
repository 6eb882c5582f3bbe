package pagemark.sql.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parses index URLs: `jdbc:sqlite:FILE`,
/// `jdbc:postgresql://HOST[:PORT]/DATABASE?user=USER&password=PASSWORD`, and the same with
/// `jdbc:mysql:` or `jdbc:mariadb:`.
///
/// - `iam=true` instead of a password logs in with tokens of RDS, over TLS.
/// - `tls=true` uses TLS with a password. Certificates are always verified, by Java's trust store
///   or by those in the PEM file `ca`.
/// - `shards` spreads each group over 1 to 64 shards.
///
/// @param jdbc the URL for the driver, without parameters
/// @param iam whether the user logs in by IAM
public record SqlUrl(
    Dialect dialect,
    String jdbc,
    @Nullable String host,
    int port,
    @Nullable String user,
    @Nullable String password,
    boolean iam,
    boolean tls,
    @Nullable String ca,
    int shards) {
  static final int SHARDS_MAX = 64;

  private static final String SQLITE = "jdbc:sqlite:";

  private static final String VALID =
      ". Valid URLs: jdbc:sqlite:FILE, or jdbc:postgresql://HOST[:PORT]/DATABASE?user=USER with"
          + " password=PASSWORD[&tls=true] or iam=true, and with TLS also ca=FILE; the same with"
          + " jdbc:mysql or jdbc:mariadb; and shards=1 to shards=64 in each of them";

  /// @throws IllegalArgumentException if `url` is not valid. The message says what is wrong and
  ///   what is valid, and contains no password
  public static SqlUrl of(URI url) {
    String text = url.toString();
    int query = text.indexOf('?');
    String base = query < 0 ? text : text.substring(0, query);
    Map<String, String> parameters = parameters(query < 0 ? "" : text.substring(query + 1));
    int shards = shards(parameters.remove("shards"));
    if (base.startsWith(SQLITE)) {
      return sqlite(base, parameters, shards);
    }
    if (base.startsWith("jdbc:postgresql://")) {
      return server(Dialect.POSTGRESQL, base, parameters, shards);
    }
    if (base.startsWith("jdbc:mysql://") || base.startsWith("jdbc:mariadb://")) {
      return server(Dialect.MYSQL, base, parameters, shards);
    }
    throw refused("its database is unknown");
  }

  private static SqlUrl sqlite(String base, Map<String, String> parameters, int shards) {
    requireNone(parameters);
    String file = base.substring(SQLITE.length());
    if (file.isEmpty() || file.startsWith(":") || file.startsWith("file:")) {
      throw refused("it needs the name of a file");
    }
    return new SqlUrl(Dialect.SQLITE, base, null, 0, null, null, false, false, null, shards);
  }

  /// The SQLite file.
  Path file() {
    return Path.of(jdbc.substring(SQLITE.length()));
  }

  private static SqlUrl server(
      Dialect dialect, String base, Map<String, String> parameters, int shards) {
    URI address = URI.create(base.substring("jdbc:".length()));
    String path = address.getPath();
    if (address.getHost() == null || path == null || path.length() < 2) {
      throw refused("it needs a host and a database");
    }
    boolean iam = isTrue(parameters, "iam");
    boolean tls = isTrue(parameters, "tls");
    String user = parameters.remove("user");
    String password = parameters.remove("password");
    String ca = parameters.remove("ca");
    requireNone(parameters);
    if (user == null) {
      throw refused("it needs \"user\"");
    }
    if (iam == (password != null)) {
      throw refused("a user needs either \"password\" or \"iam\"");
    }
    if (ca != null && !iam && !tls) {
      throw refused("\"ca\" needs \"tls\" or \"iam\"");
    }
    boolean mysql = dialect == Dialect.MYSQL;
    int port = address.getPort() > 0 ? address.getPort() : mysql ? 3306 : 5432;
    String jdbc =
        "jdbc:%s://%s:%d%s"
            .formatted(mysql ? "mariadb" : "postgresql", address.getHost(), port, path);
    return new SqlUrl(
        dialect, jdbc, address.getHost(), port, user, password, iam, iam || tls, ca, shards);
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      String value = nameAndValue.length < 2 ? "" : URLDecoder.decode(nameAndValue[1], UTF_8);
      if (parameters.put(nameAndValue[0], value) != null) {
        throw refused("\"" + nameAndValue[0] + "\" is given twice");
      }
    }
    return parameters;
  }

  private static boolean isTrue(Map<String, String> parameters, String name) {
    String value = parameters.remove(name);
    if (value != null && !value.equals("true")) {
      throw refused("\"%s\" is \"%s\"; it must be true".formatted(name, value));
    }
    return value != null;
  }

  private static int shards(@Nullable String value) {
    if (value == null) {
      return 1;
    }
    if (!value.matches("[1-9][0-9]?") || Integer.parseInt(value) > SHARDS_MAX) {
      throw refused("\"shards\" is \"" + value + "\"; it must be 1 to 64");
    }
    return Integer.parseInt(value);
  }

  private static void requireNone(Map<String, String> left) {
    if (!left.isEmpty()) {
      throw refused("\"" + left.keySet().iterator().next() + "\" is not a parameter here");
    }
  }

  private static IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("index URL: " + reason + VALID);
  }

  @Override
  public String toString() {
    return jdbc + (user == null ? "" : " of " + user);
  }
}
