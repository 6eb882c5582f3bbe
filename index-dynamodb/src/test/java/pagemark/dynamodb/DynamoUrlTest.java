package pagemark.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.dynamodb.request.TableNames;
import pagemark.dynamodb.table.TableSettings;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.RefusedUrl;

final class DynamoUrlTest {
  private static DynamoUrl url(String text) {
    return DynamoUrl.of(URI.create(text));
  }

  @Test
  void saysThePrefixAndTheServer() {
    assertEquals(new TableNames("pagemark"), url("dynamodb:pagemark").tables());
    assertNull(url("dynamodb:pagemark").endpoint());
    DynamoUrl local = url("dynamodb:My.app_1-index?endpoint=http://localhost:8000");
    assertEquals(new TableNames("My.app_1-index"), local.tables());
    assertEquals(URI.create("http://localhost:8000"), local.endpoint());
  }

  @Test
  void saysTheMostThatATableMayCost() {
    assertEquals(TableSettings.DEFAULT, url("dynamodb:p").settings());
    assertEquals(
        new TableSettings(1_000L, 40_000L, null),
        url("dynamodb:p?maxReadUnits=1000&maxWriteUnits=40000").settings());
    DynamoUrl local = url("dynamodb:p?maxWriteUnits=7&endpoint=http://localhost:8000");
    assertEquals(new TableSettings(null, 7L, null), local.settings());
    assertEquals(URI.create("http://localhost:8000"), local.endpoint());
  }

  @Test
  void namesTheKeyThatEncryptsATable() {
    String key = "arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";
    assertEquals(
        new TableSettings(9L, null, key),
        url("dynamodb:p?maxReadUnits=9&kmsKey=" + key).settings());
  }

  @ParameterizedTest
  @CsvSource({
    "dynamodb:p,                                                   false",
    "dynamodb:p?endpoint=http://localhost:8000,                    true",
    "dynamodb:p?endpoint=http://127.0.0.1:8000/,                   true",
    "dynamodb:p?endpoint=http://[::1]:8000,                        true",
    "dynamodb:p?endpoint=https://dynamodb.eu-west-1.amazonaws.com, false",
    "dynamodb:p?endpoint=http://10.0.0.7:8000,                     false",
    "dynamodb:p?endpoint=http://1:8000,                            false",
  })
  void onlyAServerOnThisComputerNeedsNoCredentials(String text, boolean local) {
    assertEquals(local, url(text).isLocal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          dynamodb:?endpoint=http://localhost:8000     | it has no prefix
          dynamodb://hush@localhost/pagemark           | its prefix is not valid
          dynamodb:page/mark                           | its prefix is not valid
          dynamodb:p?password=hush                     | 'password' is not a parameter here
          dynamodb:p?region=eu-west-1                  | 'region' is not a parameter here
          dynamodb:p?hush                              | its parameter has no value
          dynamodb:p?endpoint=http://h:1&password=hush | 'password' is not a parameter here
          dynamodb:p?maxReadUnits=1&maxReadUnits=2     | 'maxReadUnits' is given twice
          dynamodb:p?maxReadUnits=0                    | 'maxReadUnits' is no number from 1
          dynamodb:p?maxWriteUnits=hush                | 'maxWriteUnits' is no number from 1
          dynamodb:p?kmsKey=hush                       | 'kmsKey' is not the ARN of a KMS key
          dynamodb:p?endpoint=http://a:hush@h:8000     | its endpoint is not the address
          dynamodb:p?endpoint=http://h:8000/x          | its endpoint is not the address
          dynamodb:p?endpoint=http://h:8000?x=y        | its endpoint is not the address
          dynamodb:p?endpoint=localhost:8000           | its endpoint is not the address
          dynamodb:p?endpoint=                         | its endpoint is not the address
          """)
  void refusesOthersWithAReasonAndTheValidForms(String url, String reason) {
    RefusedUrl.check(url, reason.replace('\'', '"'));
  }

  @Test
  void refusesAPrefixThatIsTooLong() {
    url("dynamodb:" + "p".repeat(200));
    RefusedUrl.check("dynamodb:" + "p".repeat(201), "its prefix is not valid");
  }

  /// Nothing is called, so no region and no credentials are needed yet.
  @Test
  void serviceLoaderFindsTheStore() {
    try (IndexStore store = IndexStores.open("dynamodb:pagemark", IndexSettings.DEFAULT)) {
      assertInstanceOf(DynamoIndex.class, store);
    }
  }
}
