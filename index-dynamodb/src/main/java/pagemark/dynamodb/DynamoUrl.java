package pagemark.dynamodb;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.request.TableNames;
import pagemark.dynamodb.table.TableSettings;

/// Parses index URLs: `dynamodb:PREFIX`, and `dynamodb:PREFIX?endpoint=http://localhost:8000` for
/// DynamoDB Local. `maxReadUnits` and `maxWriteUnits` limit what each table may cost, and `kmsKey`
/// names its key.
///
/// @param endpoint null for DynamoDB in the region of the process
record DynamoUrl(TableNames tables, @Nullable URI endpoint, TableSettings settings) {
  static final String SCHEME = "dynamodb";

  private static final String ENDPOINT = "endpoint";
  private static final String READ_UNITS = "maxReadUnits";
  private static final String WRITE_UNITS = "maxWriteUnits";
  private static final String KMS_KEY = "kmsKey";
  private static final Pattern LOCAL = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
  private static final Pattern UNITS = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern KEY_ARN =
      Pattern.compile("arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+");

  private static final String VALID =
      ". Valid URLs: dynamodb:PREFIX, and for DynamoDB Local"
          + " dynamodb:PREFIX?endpoint=http://localhost:8000; with maxReadUnits=1000 and"
          + " maxWriteUnits=1000, or other numbers, a table takes no more units a second; with"
          + " kmsKey=ARN, this KMS key encrypts it. PREFIX has "
          + TableNames.VALID;

  /// @throws IllegalArgumentException if `url` is not valid. The message says what is wrong and
  ///   what is valid, and repeats no value, because it could be a password
  static DynamoUrl of(URI url) {
    String[] parts = url.toString().substring(SCHEME.length() + 1).split("\\?", 2);
    Map<String, String> parameters = parts.length < 2 ? Map.of() : parameters(parts[1]);
    for (String name : parameters.keySet()) {
      if (!Set.of(ENDPOINT, READ_UNITS, WRITE_UNITS, KMS_KEY).contains(name)) {
        throw refused("\"%s\" is not a parameter here".formatted(name));
      }
    }
    return new DynamoUrl(
        tables(parts[0]),
        endpoint(parameters.get(ENDPOINT)),
        new TableSettings(
            units(parameters, READ_UNITS),
            units(parameters, WRITE_UNITS),
            key(parameters.get(KMS_KEY))));
  }

  private static TableNames tables(String prefix) {
    try {
      return new TableNames(prefix);
    } catch (IllegalArgumentException e) {
      throw refused(prefix.isEmpty() ? "it has no prefix" : "its prefix is not valid");
    }
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw refused("its parameter has no value");
      }
      String name = pair.substring(0, equals);
      if (parameters.put(name, pair.substring(equals + 1)) != null) {
        throw refused("\"%s\" is given twice".formatted(name));
      }
    }
    return parameters;
  }

  private static @Nullable Long units(Map<String, String> parameters, String name) {
    String value = parameters.get(name);
    if (value != null && !UNITS.matcher(value).matches()) {
      throw refused("\"%s\" is no number from 1 to 999999999".formatted(name));
    }
    return value == null ? null : Long.valueOf(value);
  }

  private static @Nullable String key(@Nullable String arn) {
    if (arn != null && !KEY_ARN.matcher(arn).matches()) {
      throw refused("\"%s\" is not the ARN of a KMS key".formatted(KMS_KEY));
    }
    return arn;
  }

  private static @Nullable URI endpoint(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      URI endpoint = new URI(text);
      if (isServer(endpoint)) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // It is refused below, with the same message.
    }
    throw refused("its endpoint is not the address of a server, such as http://localhost:8000");
  }

  private static boolean isServer(URI endpoint) {
    return String.valueOf(endpoint.getScheme()).matches("https?")
        && endpoint.getHost() != null
        && endpoint.getRawUserInfo() == null
        && String.valueOf(endpoint.getRawPath()).matches("/?")
        && endpoint.getRawQuery() == null
        && endpoint.getRawFragment() == null;
  }

  private static IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("index URL: " + reason + VALID);
  }

  /// Whether the endpoint is on this computer, so that it is no part of AWS.
  boolean isLocal() {
    return endpoint != null && LOCAL.matcher(endpoint.getHost()).matches();
  }
}
