import { Configuration, DefaultApi, ListCommentsRatingEnum } from "./target/typescript";
