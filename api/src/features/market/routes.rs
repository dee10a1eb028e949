//! The market over HTTP.

use super::commodity::CommodityFilter;
use super::feed::news::NewsItem;
use super::feed::weather::RegionWeather;
use super::feed::{KeptFeed, told_news, told_weather};
use super::overview::{Ask, market_overview};
use super::quote::MarketChoice;
use super::timeframe::Timeframe;
use super::wire::{CommodityChoice, MarketOverview, TimeframeChoice};
use super::{outlook, read_quotes};
use crate::auth::Public;
use crate::auth::permission::MarketRead;
use crate::cache::{AnswerCache, Question};
use crate::http::{Answer, ApiError, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

/// Commodity prices, weather and news.
pub struct MarketApi {
    /// Kept answers.
    pub answers: AnswerCache,
    /// Where weather comes from, if anywhere.
    pub weather: KeptFeed<Vec<RegionWeather>>,
    /// Where news come from, if anywhere.
    pub news: KeptFeed<Vec<NewsItem>>,
}

#[OpenApi(tag = "Tag::Market")]
impl MarketApi {
    /// The market at a glance
    ///
    /// Prices, trend, volume and outlook of the four commodities from the organization's own
    /// quotes, with weather and news where a provider is set.
    #[oai(
        path = "/api/market/overview",
        method = "get",
        operation_id = "getMarketOverview"
    )]
    async fn market_overview(
        &self,
        caller: Public,
        request: &Request,
        /// How far to look back; 3M where it is left out.
        timeframe: Query<Option<TimeframeChoice>>,
        /// Which commodity to show; All where it is left out.
        commodity: Query<Option<CommodityChoice>>,
    ) -> Result<Answer<MarketOverview>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(MarketRead)?;
        let as_of = scope.as_of();
        let ask = Ask {
            timeframe: timeframe.0.map_or_else(Timeframe::default, Into::into),
            commodity: commodity
                .0
                .map_or_else(CommodityFilter::default, Into::into),
            markets: MarketChoice::new(),
        };
        let is_demo = scope.access().organization().is_demo;
        let (weather, news) = (
            told_weather(&self.weather, is_demo, as_of).await,
            told_news(&self.news, is_demo, as_of).await,
        );
        let question = Question::MarketOverview {
            timeframe: ask.timeframe.to_string(),
            commodity: ask.commodity.to_string(),
            edition: format!("{} {}", weather.edition(), news.edition()),
        };
        let compute = async {
            let quotes = read_quotes(&scope.db().await?, as_of, &right).await?;
            let figures = market_overview(&quotes, &ask, as_of);
            let meta = Meta {
                currency: Some("USD".to_owned()),
                n: Some(figures.quotes),
                excluded: Some(figures.excluded),
                method: Some(outlook::METHOD.to_owned()),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(
                MarketOverview::of(figures, weather.into(), news.into()),
                meta,
            ))
        };
        self.answers
            .answer(request, scope, as_of, question, compute)
            .await
    }
}
