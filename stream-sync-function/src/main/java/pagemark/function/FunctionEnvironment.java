package pagemark.function;

import java.time.Duration;
import java.util.Map;
import pagemark.index.IndexSettings;
import pagemark.services.Services;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The environment variables of a function of this module.
public record FunctionEnvironment(Map<String, String> variables) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /// @throws IllegalArgumentException if the variable `name` is missing or empty
  public String required(String name) {
    return Services.required(variables, name);
  }

  /// The services that the variables name; see [Services#of]. The listings have one for the
  /// followed table.
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing is for the table
  /// @throws pagemark.listing.InvalidListingsException naming every mistake of the listings
  public Services services() {
    DynamoDbClient dynamo =
        DynamoDbClient.builder()
            .httpClient(UrlConnectionHttpClient.create())
            .overrideConfiguration(o -> o.apiCallTimeout(CALL_TIMEOUT))
            .build();
    Services services = Services.of(variables, dynamo, IndexSettings.DEFAULT);
    services.listings().requireOf(table());
    return services;
  }

  /// The name of the followed table, TABLE_NAME.
  ///
  /// @throws IllegalArgumentException if the variable is missing
  public String table() {
    return required("TABLE_NAME");
  }

  /// The ARN of the followed stream, STREAM_ARN.
  ///
  /// @throws IllegalArgumentException if the variable is missing
  public String stream() {
    return required("STREAM_ARN");
  }
}
