//! Market operations.

use super::commodity::CommodityFilter;
use super::feed::news_feed::NewsItem;
use super::feed::{CachedFeed, WeatherReports, report_news};
use super::market_overview::{OverviewQuery, compute_market_figures};
use super::quote::ChosenMarkets;
use super::timeframe::Timeframe;
use super::wire::{CommodityParam, MarketOverview, TimeframeParam};
use super::{price_outlook, read_quotes};
use crate::auth::Public;
use crate::auth::permission::MarketRead;
use crate::cache::{CachedQuery, ResponseCache};
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

/// Commodity prices, weather and news.
pub struct MarketApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Weather of organizations.
    pub weather: WeatherReports,
    /// Source of news, if configured.
    pub news: CachedFeed<Vec<NewsItem>>,
}

#[OpenApi(tag = "Tag::Market")]
impl MarketApi {
    /// Get the market overview
    ///
    /// Prices, trend, volume and outlook of the four commodities from the organization's own
    /// quotes, with weather and news if a provider is configured.
    #[oai(
        path = "/api/market/overview",
        method = "get",
        operation_id = "getMarketOverview"
    )]
    async fn get_market_overview(
        &self,
        caller: Public,
        request: &Request,
        /// Timeframe; 3M by default.
        timeframe: Query<Option<TimeframeParam>>,
        /// Commodity; All by default.
        commodity: Query<Option<CommodityParam>>,
    ) -> Result<CachedResponse<MarketOverview>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(MarketRead)?;
        let as_of = scope.as_of();
        let ask = OverviewQuery {
            timeframe: timeframe.0.map_or_else(Timeframe::default, Into::into),
            commodity: commodity
                .0
                .map_or_else(CommodityFilter::default, Into::into),
            markets: ChosenMarkets::new(),
        };
        let is_demo = scope.access().organization().is_demo;
        let (weather, news) = (
            self.weather.read_report(scope, &right).await?,
            report_news(&self.news, is_demo, as_of).await,
        );
        let question = CachedQuery::MarketOverview {
            timeframe: ask.timeframe.to_string(),
            commodity: ask.commodity.to_string(),
            edition: format!("{} {}", weather.edition(), news.edition()),
        };
        let compute = async {
            let quotes = read_quotes(&scope.read_db().await?, as_of, &right).await?;
            let data_through = quotes.iter().map(|quote| quote.day).max();
            let figures = compute_market_figures(&quotes, &ask, as_of);
            let meta = Meta {
                currency: Some("USD".to_owned()),
                n: Some(figures.quotes),
                data_through,
                method: Some(price_outlook::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&figures.excluded);
            Ok(Envelope::with_meta(
                MarketOverview::from_figures(figures, weather.into(), news.into()),
                meta,
            ))
        };
        self.answers
            .get_or_render(request, scope, as_of, question, compute)
            .await
    }
}
